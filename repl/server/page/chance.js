// @ts-check
// Chance, shown in the middle of the table: a die that rolls and stops, a direction that turns and points.

import { part } from './make.js';
import { settings } from './settings.js';
import { svg } from './picture.js';

/** Milliseconds for which it rolls, and then lies there. */
const ROLLS = 620, LIES = 700;
/** The spots of a die's faces, on a grid of three by three. */
const SPOTS = [[4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
/** Where directions point, in degrees from up. @type {Record<string, number>} */
const POINTS = { up: 0, right: 90, down: 180, left: 270, north: 0, east: 90, south: 180, west: 270 };

/**
 * The outcomes of chance among some events: numbers of dice and directions, by the fields in which they are told.
 * @param {any[]} events @returns {(number|string)[]}
 */
export function outcomes(events) {
  return events.flatMap((event) => {
    const dice = [event.die, ...(Array.isArray(event.dice) ? event.dice : [])].filter((die) => Number.isInteger(die) && die > 0 && die < 7);
    return event.direction in POINTS ? [...dice, event.direction] : dice;
  });
}

/** Shows outcomes over the table, and lets them go by themselves. @param {(number|string)[]} all */
export function showChance(all) {
  const { x, y, width, height } = part('felt').getBoundingClientRect();
  const side = Math.min(72, width / 5);
  const drawn = svg('svg', { class: 'chance', viewBox: `0 0 ${all.length * 80} 80`, 'aria-hidden': 'true' });
  Object.assign(/** @type {SVGElement} */ (drawn).style, { left: `${x + width / 2 - (all.length * side) / 2}px`, top: `${y + height * 0.36}px`, width: `${all.length * side}px`, height: `${side}px` });
  all.forEach((outcome, n) => drawn.append(typeof outcome === 'number' ? die(outcome, n * 80) : arrow(outcome, n * 80)));
  document.body.append(drawn);
  const isStill = settings.still() || settings.speed === 'none';
  if (!isStill) for (const each of drawn.children) roll(/** @type {SVGElement} */ (each));
  setTimeout(() => drawn.remove(), isStill ? LIES : ROLLS + LIES);
}

/** @param {SVGElement} element */
function roll(element) {
  const turns = [[-90, -60, 0.7, 720], [30, -34, 1.1, 330], [-8, -8, 1.05, 60], [0, 0, 1, 0]];
  element.animate(turns.map(([x, y, scale, angle]) => ({ transform: `translate(${x}px, ${y}px) rotate(${angle}deg) scale(${scale})` })), { duration: ROLLS, easing: 'cubic-bezier(.25, .6, .4, 1)' });
}

/** @param {number} value @param {number} left */
function die(value, left) {
  const group = svg('g', {});
  group.append(svg('rect', { class: 'cube', x: left + 8, y: 8, width: 64, height: 64, rx: 13 }));
  for (const spot of SPOTS[value - 1]) group.append(svg('circle', { class: 'spot', cx: left + 24 + (spot % 3) * 16, cy: 24 + Math.floor(spot / 3) * 16, r: 6 }));
  return group;
}

/** @param {string} direction @param {number} left */
function arrow(direction, left) {
  const group = svg('g', {});
  group.append(svg('circle', { class: 'cube', cx: left + 40, cy: 40, r: 32 }));
  group.append(svg('path', { class: 'spot', d: `M${left + 40} 16l16 20h-10v26h-12V36H${left + 24}z`, transform: `rotate(${POINTS[direction]} ${left + 40} 40)` }));
  return group;
}
