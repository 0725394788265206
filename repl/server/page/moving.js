// @ts-check
// Lets what is in two pictures move from where it was to where it is: first, last, invert, play.

import { settings } from './settings.js';

/**
 * A thing that can move: a figure on a board or a card.
 * @typedef {{key: string, alike: string, box: DOMRect, element: SVGElement}} Seen
 */

/** Milliseconds that a thing takes from place to place, by the speed that is set. */
const TIMES = { slow: 520, normal: 260, fast: 120, none: 0 };

/** All that could move in a picture, and where it is. @param {SVGSVGElement} svg @returns {Seen[]} */
export function seenIn(svg) {
  const elements = [...svg.querySelectorAll('[data-figure], [data-kind="card"]')];
  return elements.map((each) => {
    const element = /** @type {SVGElement} */ (each);
    const { key, figure, value } = element.dataset;
    const alike = figure === undefined ? `card ${value ?? ''}` : `figure ${figure}`;
    return { key: key ?? '', alike, box: element.getBoundingClientRect(), element };
  });
}

/** Starts the moves between a picture and the one that took its place. @param {Seen[]} before @param {SVGSVGElement} svg */
export function moved(before, svg) {
  const time = TIMES[settings.speed];
  if (time === 0 || settings.still() || document.hidden) return;
  const after = seenIn(svg);
  const gone = gather(before, after);
  for (const seen of gather(after, before)) comes(seen, gone, time);
  for (const seen of after) {
    const was = before.find((each) => each.key === seen.key && each.alike === seen.alike);
    if (was) slide(seen.element, was.box, seen.box, time);
  }
  for (const seen of gone) leaves(seen, svg, time);
}

/** Those of some things that aren't among others. @param {Seen[]} some @param {Seen[]} others */
function gather(some, others) {
  const known = new Set(others.map((seen) => `${seen.key} ${seen.alike}`));
  return some.filter((seen) => !known.has(`${seen.key} ${seen.alike}`));
}

/** A thing that wasn't where it is comes from where the likes of it have gone, or else appears. */
function comes(/** @type {Seen} */ seen, /** @type {Seen[]} */ gone, /** @type {number} */ time) {
  const alike = gone.findIndex((each) => each.alike === seen.alike);
  // A card that was seen by its back only, or that is now.
  const covered = gone.findIndex((each) => each.alike === 'card ' || (seen.alike === 'card ' && each.alike.startsWith('card ')));
  const from = alike >= 0 ? alike : seen.alike.startsWith('card ') ? covered : -1;
  if (from < 0) {
    seen.element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: time, easing: 'ease-out' });
    return;
  }
  slide(seen.element, gone[from].box, seen.box, time);
  gone.splice(from, 1);
}

/** @param {SVGElement} element @param {DOMRect} from @param {DOMRect} to @param {number} time */
function slide(element, from, to, time) {
  const scale = /** @type {SVGGraphicsElement} */ (element).getScreenCTM()?.a || 1;
  const [dx, dy] = [(from.x - to.x) / scale, (from.y - to.y) / scale];
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
  const rest = getComputedStyle(element).transform;
  const base = rest === 'none' ? '' : rest;
  const frames = [{ transform: `translate(${dx}px, ${dy}px) ${base}` }, { transform: base || 'none' }];
  element.animate(frames, { duration: time, easing: 'cubic-bezier(.2, .7, .3, 1)' });
}

/** What is gone fades where it stood. @param {Seen} seen @param {SVGSVGElement} svg @param {number} time */
function leaves(seen, svg, time) {
  const ghost = /** @type {SVGElement} */ (seen.element.cloneNode(true));
  for (const name of ['data-kind', 'data-key', 'data-figure', 'role', 'tabindex', 'aria-label']) ghost.removeAttribute(name);
  ghost.setAttribute('aria-hidden', 'true');
  ghost.classList.add('ghost');
  svg.append(ghost);
  const fade = ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: time, easing: 'ease-in' });
  fade.addEventListener('finish', () => ghost.remove());
}
