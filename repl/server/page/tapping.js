// @ts-check
// Taps on the picture, and dragging from thing to thing.

import { capital } from './make.js';
import { hideNote, showNote } from './note.js';

/**
 * @typedef {import('./picture.js').Picture} Picture
 * @typedef {import('./act.js').Act} Act
 */

/** Pixels that a finger may go before a tap is a drag. */
const STILL = 8;

/**
 * What is being dragged.
 * @typedef {{thing: Thing, x: number, y: number, moving: SVGElement|null, base: string}} Drag
 */

/** Listens to a picture. @param {Picture} picture @param {Act} act */
export function watchTaps(picture, act) {
  const { host } = picture;
  /** @type {Drag|null} */
  let drag = null;
  let wasDragged = false;
  host.addEventListener('pointerdown', (event) => {
    hideNote();
    wasDragged = false;
    const thing = event.isPrimary && event.button === 0 ? picture.at(event.target) : null;
    drag = thing && { thing, x: event.clientX, y: event.clientY, moving: null, base: '' };
  });
  host.addEventListener('pointermove', (event) => {
    if (drag && (drag.moving || begins(drag, event, picture, act))) follow(drag, event, picture);
  });
  host.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'mouse') act.hover(picture.at(event.target));
  });
  host.addEventListener('pointerup', (event) => {
    if (drag?.moving) wasDragged = drop(drag, event, picture, act);
    drag = null;
  });
  host.addEventListener('pointercancel', () => {
    if (drag) rest(drag);
    drag = null;
  });
  host.addEventListener('keydown', (event) => {
    const note = event.key === 'Enter' || event.key === ' ' ? noteAt(event.target) : null;
    if (!note) return;
    event.preventDefault();
    event.stopPropagation();
    showNote(...note);
  });
  host.addEventListener('click', (event) => {
    const note = wasDragged ? null : noteAt(event.target);
    if (note) return showNote(...note);
    const thing = wasDragged ? null : picture.at(event.target);
    if (!wasDragged && thing?.kind !== 'card' && act.follow(picture.leadsAt(event.clientX, event.clientY))) return;
    if (thing) act.tap(thing, false, /** @type {PointerEvent} */ (event).pointerType === 'touch');
    else if (!wasDragged) act.clear();
    wasDragged = false;
  });
}

/** What the mark of a note says, and where it is. @param {EventTarget|null} target @returns {[string, DOMRect]|null} */
function noteAt(target) {
  const mark = target instanceof Element ? target.closest('[data-note]') : null;
  return mark ? [capital(mark.getAttribute('data-note') ?? ''), mark.getBoundingClientRect()] : null;
}

/** Whether a drag begins: far enough, and with something that can be taken. */
function begins(/** @type {Drag} */ drag, /** @type {PointerEvent} */ event, /** @type {Picture} */ picture, /** @type {Act} */ act) {
  if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < STILL) return false;
  const { choosing } = act;
  if (!choosing?.isDue || !choosing.canTake(drag.thing)) return false;
  drag.moving = movable(drag.thing, picture);
  if (!drag.moving) return false;
  const base = getComputedStyle(drag.moving).transform;
  drag.base = base === 'none' ? '' : base;
  if (drag.thing.kind === 'square' && !choosing.isPicked(drag.thing)) act.tap(drag.thing);
  // The tap may have marked things anew, which keeps their elements.
  drag.moving.classList.add('dragged');
  return true;
}

/** What goes with the finger: the figure of a square, or the card. @param {Thing} thing @param {Picture} picture */
function movable(thing, picture) {
  const element = picture.elements.get(thing.key);
  if (!element || thing.kind === 'card') return element ?? null;
  const figure = element.querySelector('[data-figure]') ?? picture.svg?.querySelector(`[data-key="figure:${CSS.escape(thing.of)}:${CSS.escape(thing.value)}"]`);
  return /** @type {SVGElement|null} */ (figure ?? null);
}

/** @param {Drag} drag @param {PointerEvent} event @param {Picture} picture */
function follow(drag, event, picture) {
  const scale = picture.svg?.getScreenCTM()?.a || 1;
  const [x, y] = [(event.clientX - drag.x) / scale, (event.clientY - drag.y) / scale];
  if (drag.moving) drag.moving.style.transform = `translate(${x}px, ${y}px) ${drag.base}`;
}

/** @param {Drag} drag */
function rest(drag) {
  drag.moving?.classList.remove('dragged');
  if (drag.moving) drag.moving.style.transform = '';
}

/** What was dragged is let go: on another thing that one is tapped as well. */
function drop(/** @type {Drag} */ drag, /** @type {PointerEvent} */ event, /** @type {Picture} */ picture, /** @type {Act} */ act) {
  rest(drag);
  const below = document.elementsFromPoint(event.clientX, event.clientY);
  const thing = below.map((element) => picture.at(element)).find((each) => each && each.key !== drag.thing.key) ?? null;
  if (drag.thing.kind === 'card') act.tap(drag.thing, true);
  if (thing && drag.thing.kind !== 'card') act.tap(thing);
  return true;
}
