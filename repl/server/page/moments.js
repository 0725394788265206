// @ts-check
// The queue of moments: each action is shown for long enough to be seen, and what lay open in its middle.

import { settings } from './settings.js';

/** Milliseconds from one action to the next, by the speed that is set. */
const STEP = { slow: 800, normal: 420, fast: 180, none: 0 };
/** Milliseconds for which a complete trick, a showdown or the last move lies there. */
const STAY = { slow: 3200, normal: 1900, fast: 1000, none: 600 };
/** Milliseconds in which a die rolls before anything follows from it. */
const ROLL = { slow: 1300, normal: 850, fast: 450, none: 0 };
/** With more actions waiting than these, each is shown for a part of its time. */
const MANY = 5;
/** The least part of its time for which something lies there. */
const STILL = 0.7;

/**
 * Something to show, and for how long at least.
 * @typedef {{show: () => void, time: number, rest: boolean}} Moment
 */

export class Moments {
  constructor() {
    /** @type {Moment[]} */
    this.queue = [];
    this.timer = 0;
    this.isBusy = false;
  }

  /** Shows what is new after all that waits. @param {() => void} show @param {'step'|'stay'|'roll'|'now'} how */
  add(show, how) {
    const time = how === 'now' ? 0 : { stay: STAY, roll: ROLL, step: STEP }[how][settings.speed];
    this.queue.push({ show, time, rest: how === 'stay' });
    if (!this.isBusy) this.#next();
  }

  #next() {
    const moment = this.queue.shift();
    this.isBusy = moment !== undefined;
    document.body.classList.toggle('is-staying', moment?.rest === true);
    if (!moment) return;
    moment.show();
    // Nobody watches a page in the background. What lies there to be looked at isn't hurried away.
    const least = moment.rest ? STILL : 0;
    const hurry = document.hidden ? 0 : Math.max(least, Math.min(1, MANY / this.queue.length));
    this.timer = setTimeout(() => this.#next(), moment.time * hurry);
  }

  /** Shows at once all that waits; whether something did. */
  skip() {
    if (this.queue.length === 0) return false;
    clearTimeout(this.timer);
    for (const moment of this.queue.splice(0)) moment.show();
    this.#next();
    return true;
  }

  /** Forgets what waits: everything is told anew. */
  clear() {
    clearTimeout(this.timer);
    this.queue = [];
    this.isBusy = false;
  }
}
