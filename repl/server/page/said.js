// @ts-check
// The log as a story, by turns in the colours of the seats, and the sentences for screen readers.

import { make } from './make.js';
import { plain, told } from './cards.js';
import { lettered } from './names.js';

/** Turns that the log keeps; older ones leave it. */
const KEPT = 400;

/** Sentences that stand behind the newest on a phone. */
const OLDER = 6;

/** Pixels of a line of the newest sentences on a phone. */
const LINE = 18;

/** @typedef {{kind: string, text: string|null, seat?: any, to?: any}} Event */

export class Said {
  /** @param {HTMLElement} log @param {HTMLElement} live @param {HTMLElement} last where the newest sentences stand alone */
  constructor(log, live, last) {
    this.log = log;
    this.live = live;
    this.last = last;
    last.addEventListener('click', () => last.classList.toggle('whole'));
    this.seen = -1;
    /** The version of which only the first events are told, and how many. */
    this.part = { version: -1, told: 0 };
    /** Cards have codes for names. */
    this.codes = false;
    /** @type {Map<string, string>} the colour of each seat */
    this.tints = new Map();
    /** @type {Set<string>} the names of squares, of which a sentence may say another one as well */
    this.squares = new Set();
    /** Of two seats in turn: the one that begins, and how often it was its turn. @type {{seat: string, turns: number}} */
    this.begins = { seat: '', turns: 0 };
    /** Something was done that isn't seen. */
    this.isGap = false;
    // On a phone it has the room that the panel leaves.
    new ResizeObserver(() => {
      const lines = Math.floor(Math.max(0, last.clientHeight - 4) / LINE);
      last.style.setProperty('--lines', String(lines));
      this.#fit();
    }).observe(last);
    // The panel above it grows and shrinks, and a phone shows it when it is asked for.
    new ResizeObserver(() => this.settle()).observe(log);
  }

  /** Forgets everything: it is told anew. */
  clear() {
    this.log.replaceChildren();
    this.last.replaceChildren();
    this.seen = -1;
    this.begins = { seat: '', turns: 0 };
  }

  /** A sentence as it is told: a seat that is a letter is written as on its plate, and a square has one name, the one at the edge of its board. @param {Event} event */
  #text(event) {
    const text = lettered(String(event.text), this.tints.keys());
    return text.replace(/\b(\w+) \(([A-Z]\d+)\)/g, (all, name, other) => (this.squares.has(name) ? other : all));
  }

  /** Adds what happened up to a version, or some of it; what was told already isn't told again. @param {number} version @param {Event[]} events @param {number} [later] how many of the last events aren't told yet */
  add(version, events, later = 0) {
    if (version <= this.seen) return;
    const isRest = this.part.version === version;
    events = events.slice(isRest ? this.part.told : 0, events.length - later);
    this.part = { version: later > 0 ? version : -1, told: events.length };
    const all = events.filter((event) => event.text);
    if (later > 0 && all.length === 0) return;
    if (isRest && all.length === 0) return void (this.seen = version);
    if (all.length === 0) this.isGap = true;
    // The sentence about an action that was taken back isn't true any more.
    if (all.length === 0) return void (this.last.replaceChildren(), (this.last.dataset.tint = ''));
    const first = this.seen < 0 && !isRest;
    if (later === 0) this.seen = version;
    if (!isRest) for (const old of this.log.querySelectorAll('.new')) old.classList.remove('new');
    for (const event of events) {
      if (event.text) this.#put(event, !first);
      else if (seatOf(event) !== null) this.isGap = true;
    }
    this.#trim();
    const texts = all.map((event) => plain(this.#text(event), this.codes));
    const shown = first ? all.slice(-1) : all;
    this.last.replaceChildren(...shown.flatMap((event) => [...told(this.#text(event), this.codes), ' ']));
    // The sentences before it, the newest first, as far as there is room.
    const before = [...this.log.querySelectorAll('p')].slice(0, -shown.length).slice(-OLDER).reverse();
    this.last.append(...before.map((each) => each.cloneNode(true)));
    const seat = shown.map(seatOf).findLast((each) => each !== null);
    this.last.dataset.tint = this.tints.get(seat ?? '') ?? '';
    this.last.classList.remove('whole');
    this.#fit();
    this.#read(first ? texts.slice(-3) : texts);
  }

  /** Leaves out the older sentences that would be cut. */
  #fit() {
    const bottom = this.last.getBoundingClientRect().top + 5 + Number(this.last.style.getPropertyValue('--lines') || 2) * LINE;
    for (const old of this.last.querySelectorAll('p')) {
      old.classList.remove('cut');
      old.classList.toggle('cut', old.getBoundingClientRect().bottom > bottom);
    }
  }

  /** Adds a sentence to the turn of its seat, or begins a turn. @param {Event} event @param {boolean} isNew */
  #put(event, isNew) {
    const sentence = make('p', {}, ...told(this.#text(event), this.codes));
    const last = /** @type {HTMLElement|null} */ (this.log.lastElementChild);
    const seat = seatOf(event) ?? (last?.dataset.seat && isNew === last.classList.contains('new') ? last.dataset.seat : '');
    const goesOn = last && last.dataset.seat === seat && !last.classList.contains('note') && seat !== '' && !(this.isGap && this.tints.size === 2);
    this.isGap = false;
    const turn = goesOn ? last : make('li', { 'data-seat': seat, 'data-tint': this.tints.get(seat) ?? '' });
    turn.classList.toggle('new', isNew);
    turn.append(sentence);
    if (goesOn) return;
    if (this.tints.size === 2 && this.tints.has(seat)) this.#number(turn, seat);
    this.log.append(turn);
  }

  /** Numbers the turns of the seat that begins; those of the other one are its answers. @param {HTMLElement} turn @param {string} seat */
  #number(turn, seat) {
    if (this.begins.turns === 0) this.begins.seat = seat;
    const isFirst = this.begins.seat === seat;
    if (isFirst) turn.dataset.nth = String((this.begins.turns += 1));
    turn.classList.add(isFirst ? 'first' : 'answer');
  }

  /** Adds what isn't of the match, in the place of the last such line about the same. @param {string} about @param {string} text */
  note(about, text) {
    const last = /** @type {HTMLElement|null} */ (this.log.lastElementChild);
    if (last?.dataset.about === about) last.remove();
    this.log.append(make('li', { class: 'note', 'data-about': about }, make('p', { text })));
    this.#trim();
    this.#read([text]);
  }

  /** Tells a screen reader something that isn't in the log. @param {string} text */
  tell(text) {
    this.#read([text]);
  }

  #trim() {
    while (this.log.children.length > KEPT) this.log.firstElementChild?.remove();
    this.settle();
  }

  /** Shows the newest sentence, after the room for the log may have changed. */
  settle() {
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** @param {string[]} texts */
  #read(texts) {
    this.live.append(...texts.map((text) => make('p', { text })));
    while (this.live.children.length > 12) this.live.firstElementChild?.remove();
  }
}

/** The seat that an event is about, if it is about one. @param {Event} event @returns {string|null} */
function seatOf({ seat }) {
  return typeof seat === 'string' ? seat : null;
}
