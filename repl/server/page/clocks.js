// @ts-check
// Clocks at the seats. The server measures; the page counts down between what it is told.

import { capital, words } from './make.js';
import { svg } from './picture.js';

/**
 * @typedef {import('./picture.js').Picture} Picture
 */

/** Milliseconds: below the first a clock is red, at each of them one is told that one's own runs out. */
const SHORT = [20_000, 5_000];

export class Clocks {
  /** @param {Picture} picture @param {(text: string) => void} tell what a screen reader says */
  constructor(picture, tell) {
    this.picture = picture;
    this.tell = tell;
    /** @type {State|null} */
    this.state = null;
    this.since = 0;
    /** Milliseconds at which one was told last. */
    this.told = Infinity;
    setInterval(() => this.draw(), 200);
  }

  /** A new state has come. @param {State} state */
  show(state) {
    this.state = state;
    this.since = performance.now();
    this.told = Infinity;
    this.draw();
  }

  /** What a seat has left now. @param {string} seat */
  left(seat) {
    const clock = this.state?.clock;
    const left = clock?.left[seat] ?? 0;
    return clock?.runs === seat ? Math.max(0, left - (performance.now() - this.since)) : left;
  }

  draw() {
    const clock = this.state?.clock;
    if (!clock) return;
    for (const thing of this.picture.things) {
      const element = thing.kind === 'seat' && thing.value in clock.left ? this.picture.elements.get(thing.key) : null;
      if (element) put(element, this.left(thing.value), clock.runs === thing.value);
    }
    const own = this.state?.seat;
    if (own && clock.runs === own) this.#warn(this.left(own));
  }

  /** @param {number} left */
  #warn(left) {
    const mark = SHORT.findLast((each) => left <= each);
    if (mark === undefined || mark >= this.told) return;
    this.told = mark;
    this.tell(`You have ${Math.ceil(left / 1000)} seconds left.`);
  }
}

/** Writes what is left at a seat's strip. @param {SVGElement} element @param {number} left @param {boolean} runs */
function put(element, left, runs) {
  const text = timeOf(left);
  const known = element.ownerSVGElement?.querySelector(`.clock[data-seat="${CSS.escape(element.dataset.value ?? '')}"]`);
  const group = known ?? made(element);
  const label = group.querySelector('text');
  if (label && label.textContent !== text) label.textContent = text;
  group.setAttribute('class', ['clock', runs ? 'runs' : '', left <= SHORT[0] ? 'short' : ''].join(' ').trim());
}

/** A clock on an edge of a seat's strip, the one that has the table beyond it. @param {SVGElement} element */
function made(element) {
  const plate = /** @type {SVGGraphicsElement} */ (element.querySelector('.plate') ?? element);
  const { x, y, width, height } = plate.getBBox();
  const group = svg('g', { 'data-seat': element.dataset.value ?? '', 'aria-hidden': 'true' });
  const [wide, high] = [66, 22];
  const edge = y < high ? y + height : y;
  const left = x + width - wide - 6;
  group.append(svg('rect', { x: left, y: edge - high / 2, width: wide, height: high, rx: high / 2 }));
  group.append(svg('text', { x: left + wide / 2, y: edge + 4.5, 'text-anchor': 'middle' }));
  // Above everything, the boards too, and not on the seat: what is written there is part of its name.
  element.ownerSVGElement?.append(group);
  return group;
}

/** A time as clocks show it. @param {number} left milliseconds */
export function timeOf(left) {
  const seconds = Math.ceil(left / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  if (left < 10_000) return (left / 1000).toFixed(1);
  return `${minutes}:${two(seconds % 60)}`;
}

/** How a match ended by time. @param {State} state */
export function lostOnTime(state) {
  const lost = state.over?.lost;
  if (!lost) return null;
  return lost === state.seat ? 'You have run out of time' : `${capital(words(lost))} has run out of time`;
}
