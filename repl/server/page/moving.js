// @ts-check
// Lets what is in two pictures move from where it was to where it is: first, last, invert, play.

import { settings } from './settings.js';

/**
 * A thing that can move: a figure on a board or a card.
 * @typedef {{key: string, alike: string, box: DOMRect, element: SVGElement, rest: string}} Seen
 */

/** Milliseconds that a thing takes from place to place, by the speed that is set. */
const TIMES = { slow: 520, normal: 260, fast: 120, none: 0 };

/** All that could move in a picture, and where it is. @param {SVGSVGElement} svg @returns {Seen[]} */
export function seenIn(svg) {
  const elements = [...svg.querySelectorAll('[data-figure], [data-kind="card"], [data-kind="die"]')];
  return elements.map((each) => {
    const element = /** @type {SVGElement} */ (each);
    const { key, figure, value } = element.dataset;
    const isDie = element.matches('[data-kind="die"]');
    const alike = isDie ? `die ${value ?? ''}` : figure === undefined ? `card ${value ?? ''}` : `figure ${figure}`;
    const rest = element.getAttribute('transform') ? getComputedStyle(element).transform : '';
    return { key: key ?? '', alike, box: element.getBoundingClientRect(), element, rest: rest === 'none' ? '' : rest };
  });
}

/** Milliseconds from one card to the next where several are dealt, and the most for all of them. */
const DEALT = 45, ALL_DEALT = 700;

/** Starts the moves between a picture and the one that took its place. @param {Seen[]} before @param {SVGSVGElement} svg @param {Element|null} [taker] the seat to which goes what leaves the table */
export function moved(before, svg, taker = null) {
  const time = TIMES[settings.speed];
  if (time === 0 || settings.still() || document.hidden) return;
  const after = seenIn(svg);
  const gone = gather(before, after);
  const come = gather(after, before);
  const fresh = come.filter((seen) => seen.alike.startsWith('card ') && seen.element.dataset.value !== '');
  const pace = fresh.length > 2 ? Math.min(DEALT, ALL_DEALT / fresh.length) : 0;
  const deck = svg.querySelector('.pile, [data-of="deck"], [data-of="draw"]')?.getBoundingClientRect() ?? null;
  come.forEach((seen, n) => comes(seen, gone, { time, wait: pace * n, deck: pace > 0 ? deck : null }));
  const dice = come.filter((seen) => seen.element.matches('[data-kind="die"]'));
  for (const seen of dice) tumble(seen.element, time);
  for (const seen of after) {
    const was = before.find((each) => each.key === seen.key && each.alike === seen.alike);
    if (was) slide(seen.element, was.box, seen.box, time);
  }
  const goal = taker?.getBoundingClientRect() ?? null;
  for (const seen of gone) leaves(seen, svg, time, gone.length > 1 ? goal : null);
}

/** Those of some things that aren't among others. @param {Seen[]} some @param {Seen[]} others */
function gather(some, others) {
  const known = new Set(others.map((seen) => `${seen.key} ${seen.alike}`));
  return some.filter((seen) => !known.has(`${seen.key} ${seen.alike}`));
}

/** A thing that wasn't where it is comes from where the likes of it have gone, or else appears. */
function comes(/** @type {Seen} */ seen, /** @type {Seen[]} */ gone, /** @type {{time: number, wait: number, deck: DOMRect|null}} */ { time, wait, deck }) {
  const alike = gone.findIndex((each) => each.alike === seen.alike);
  // A card that was seen by its back only, or that is now.
  const covered = gone.findIndex((each) => each.alike === 'card ' || (seen.alike === 'card ' && each.alike.startsWith('card ')));
  const from = alike >= 0 ? alike : seen.alike.startsWith('card ') ? covered : -1;
  if (from < 0 && deck && seen.alike !== 'card ') return slide(seen.element, deck, seen.box, time, wait);
  if (from < 0) {
    if (!seen.alike.startsWith('die ')) seen.element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: time, easing: 'ease-out' });
    return;
  }
  slide(seen.element, gone[from].box, seen.box, time, wait);
  gone.splice(from, 1);
}

/** @param {SVGElement} element @param {DOMRect} from @param {DOMRect} to @param {number} time @param {number} [wait] */
function slide(element, from, to, time, wait = 0) {
  const scale = /** @type {SVGGraphicsElement} */ (element).getScreenCTM()?.a || 1;
  const [dx, dy] = [(from.x - to.x) / scale, (from.y - to.y) / scale];
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
  const rest = getComputedStyle(element).transform;
  const base = rest === 'none' ? '' : rest;
  const frames = [{ transform: `translate(${dx}px, ${dy}px) ${base}` }, { transform: base || 'none' }];
  element.animate(frames, { duration: time, delay: wait, fill: 'backwards', easing: 'cubic-bezier(.2, .7, .3, 1)' });
}

/** A die rolls, and stops. @param {SVGElement} element @param {number} time */
function tumble(element, time) {
  const turns = [[-40, -26, 540], [22, -10, 300], [-8, -3, 90], [0, 0, 0]].map(([x, y, angle]) => ({ transform: `translate(${x}px, ${y}px) rotate(${angle}deg)` }));
  element.style.transformBox = 'fill-box';
  element.style.transformOrigin = 'center';
  element.animate(turns, { duration: time * 3, easing: 'cubic-bezier(.2, .6, .4, 1)' });
}

/** What is gone fades where it stood, or on its way to the seat that has taken it. @param {Seen} seen @param {SVGSVGElement} svg @param {number} time @param {DOMRect|null} goal */
function leaves(seen, svg, time, goal) {
  const ghost = /** @type {SVGElement} */ (seen.element.cloneNode(true));
  for (const name of ['data-kind', 'data-key', 'data-figure', 'role', 'tabindex', 'aria-label']) ghost.removeAttribute(name);
  ghost.setAttribute('aria-hidden', 'true');
  ghost.classList.add('ghost');
  svg.append(ghost);
  const scale = svg.getScreenCTM()?.a || 1;
  const [dx, dy] = goal ? [goal.x + goal.width / 2 - seen.box.x - seen.box.width / 2, goal.y + goal.height / 2 - seen.box.y - seen.box.height / 2] : [0, 0];
  const away = { opacity: 0, transform: `translate(${dx / scale}px, ${dy / scale}px) ${seen.rest}` };
  const fade = ghost.animate([{ opacity: 1, transform: seen.rest || 'none' }, away], { duration: goal ? time * 1.6 : time, easing: 'ease-in' });
  fade.addEventListener('finish', () => ghost.remove());
}
