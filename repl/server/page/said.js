// @ts-check
// What has happened, in sentences: the log, and what a screen reader is told.

import { make } from './make.js';

/** Sentences that the log keeps; older ones leave it. */
const KEPT = 400;

export class Said {
  /** @param {HTMLElement} log @param {HTMLElement} live @param {HTMLElement} last where the newest sentence stands alone */
  constructor(log, live, last) {
    this.log = log;
    this.live = live;
    this.last = last;
    this.seen = -1;
  }

  /** Forgets everything: it is told anew. */
  clear() {
    this.log.replaceChildren();
    this.seen = -1;
  }

  /** Adds what happened up to a version; what was told already isn't told again. */
  add(/** @type {number} */ version, /** @type {(string|null)[]} */ told) {
    const texts = /** @type {string[]} */ (told.filter((text) => text));
    if (version <= this.seen || texts.length === 0) return;
    const first = this.seen < 0;
    this.seen = version;
    for (const old of this.log.querySelectorAll('.new')) old.classList.remove('new');
    const paragraphs = texts.map((text) => make('p', { text }));
    if (first) this.log.append(...paragraphs.map((paragraph) => make('li', {}, paragraph)));
    else this.log.append(make('li', { class: 'new' }, ...paragraphs));
    this.#trim();
    this.last.textContent = texts[texts.length - 1];
    this.#read(first ? texts.slice(-3) : texts);
  }

  /** Adds a line of the chat. @param {string} who @param {string} text */
  chat(who, text) {
    this.log.append(make('li', { class: 'chat' }, make('p', {}, make('b', { text: `${who}: ` }), text)));
    this.#trim();
    this.#read([`${who} says: ${text}`]);
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
