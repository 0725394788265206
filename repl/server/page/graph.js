// @ts-check
// The graph of the odds over a match.

import { svg } from './picture.js';
import { capital, words } from './make.js';

/** @typedef {{at: number, total: number, together: boolean, seats: string[], isDone: boolean}} Frame */

const WIDE = 360, HIGH = 214, LEFT = 0, TOP = 20, LOW = 190;
/** Numbers of actions below the graph. */
const TICKS = 5;
const COLOURS = ['blue', 'red', 'green', 'yellow', 'purple', 'orange', 'brown', 'grey'];

/** A value in words: the odds, or a score where all play together. @param {number} value @param {boolean} together */
export function shown(value, together) {
  return together ? value.toFixed(1) : `${Math.round(value * 100)}%`;
}

/** Draws it. @param {HTMLElement} host @param {Judged[]} decisions @param {Frame} frame */
export function drawGraph(host, decisions, frame) {
  const { seats, together, total, at } = frame;
  const isDuel = seats.length === 2 && !together;
  const lines = isDuel ? [seats[0]] : seats.filter((seat) => decisions.some((each) => each.seat === seat));
  const values = decisions.map(({ value }) => value);
  const [least, most] = together && values.length > 0 ? [Math.min(...values), Math.max(...values)] : [0, 1];
  const x = (/** @type {number} */ n) => LEFT + (n / Math.max(1, total)) * (WIDE - LEFT);
  const y = (/** @type {number} */ value) => LOW - ((value - least) / (most - least || 1)) * (LOW - TOP);
  const drawn = svg('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': isDuel ? `the odds of ${capital(words(seats[0]))} over the match` : 'what the decisions were worth' });
  for (const part of [0, 0.5, 1]) {
    const value = least + part * (most - least);
    drawn.append(svg('line', { class: 'grid', x1: LEFT, x2: WIDE, y1: y(value), y2: y(value) }), text(2, y(value) - 3, shown(value, together)));
  }
  lines.forEach((seat, n) => {
    const own = decisions.filter((each) => isDuel || each.seat === seat).map((each) => `${x(each.n)},${y(isDuel && each.seat !== seat ? 1 - each.value : each.value)}`);
    if (isDuel && own.length > 1) drawn.append(svg('polygon', { class: 'area', points: [`${own[0].split(',')[0]},${y(0.5)}`, ...own, `${own[own.length - 1].split(',')[0]},${y(0.5)}`].join(' ') }));
    drawn.append(svg('polyline', { class: `odds`, stroke: `var(--t-${COLOURS[n % COLOURS.length]})`, points: own.join(' ') }));
    drawn.append(text(40 + n * 76, 11, isDuel ? `${capital(words(seat))}’s odds` : capital(words(seat)), `var(--t-${COLOURS[n % COLOURS.length]})`));
  });
  const spread = together ? most - least : 1;
  for (const each of decisions.filter(({ value, best_value }) => best_value - value >= 0.05 * spread && best_value > value)) {
    drawn.append(svg('circle', { class: 'mistake', cx: x(each.n), cy: y(isDuel && each.seat !== seats[0] ? 1 - each.value : each.value), r: 3.5 }));
  }
  for (let n = 0; n <= TICKS; n += 1) {
    const action = Math.round((n / TICKS) * total);
    const tick = text(Math.min(Math.max(x(action), 4), WIDE - 4), HIGH - 6, String(action));
    tick.setAttribute('text-anchor', n === 0 ? 'start' : n === TICKS ? 'end' : 'middle');
    if (total < Number.MAX_SAFE_INTEGER) drawn.append(tick);
  }
  drawn.append(svg('line', { class: 'now', x1: x(at), x2: x(at), y1: TOP - 4, y2: LOW + 6 }));
  host.replaceChildren(drawn);
}

/** @param {number} x @param {number} y @param {string} words @param {string|null} [fill] */
function text(x, y, words, fill = null) {
  const element = svg('text', fill ? { x, y, fill } : { x, y });
  element.textContent = words;
  return element;
}
