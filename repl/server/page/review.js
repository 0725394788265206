// @ts-check
// Looking back at a match that is over: its moments on a slider, the odds over it, and what would have been better.

import { button, capital, make, part, words } from './make.js';
import { plain } from './cards.js';
import { drawGraph, shown } from './graph.js';
import { showNote } from './note.js';
import { linkRow } from './invite.js';
import { openSheet } from './settings.js';
import { linkTo, takeUp } from './tables.js';

/** Decisions that are named as the worst. */
const WORST = 6;

export class Review {
  /**
   * @param {import('./talk.js').Talk} talk @param {import('./picture.js').Picture} picture
   * @param {Description} description @param {State} state @param {Map<string, string>} tints the colours of the seats
   * @param {() => void} closed
   */
  constructor(talk, picture, description, state, tints, closed) {
    this.tints = tints;
    this.talk = talk;
    this.picture = picture;
    this.description = description;
    this.state = state;
    this.closed = closed;
    /** @type {Judged[]} */
    this.decisions = [];
    this.isDone = false;
    this.at = 0;
    this.total = Number.MAX_SAFE_INTEGER;
    /** @type {string|null} whose view is shown; null for everything */
    this.seat = null;
    this.isAsking = false;
    /** @type {number|null} the moment that is to be shown next */
    this.wanted = null;
    /** Where it will be once all that was asked for is shown; steps count from there. */
    this.aim = 0;
    this.told = make('p', { class: 'told', 'aria-live': 'polite' });
    this.graph = make('div', { class: 'graph' });
    this.list = make('div', { class: 'worst' });
    this.slider = make('input', { type: 'range', min: 0, max: 1, value: 0, 'aria-label': 'moment of the match' });
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    this.graph.addEventListener('click', (event) => this.#picked(event));
    this.host = make('section', { id: 'review', 'aria-label': 'looking back' });
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#pressed(event);
  }

  /** Shows it, at a moment or at the end. @param {number|null} at */
  open(at) {
    const seats = this.description.seats.names.map((name) => make('option', { value: name, text: `as ${words(name)} saw it` }));
    const view = make('select', { 'aria-label': 'whose view' }, make('option', { value: '', text: 'everything open' }), ...seats);
    view.addEventListener('change', () => this.#lookAs(view.value || null));
    const steps = [['Before', '←', -1], ['After', '→', 1]].map(([text, key, by]) => button(String(text), () => this.#step(Number(by)), { key: String(key) }));
    const mistake = button('Next mistake', () => this.#nextMistake(), { key: 'M' });
    const keep = [button('Play on from here', () => this.#playOn(), { class: 'filled' }), button('Save', () => this.#save()), button('Link', () => this.#link())];
    const head = make('header', {}, make('h2', { text: 'Looking back' }), button('Close', () => this.close(), { class: 'quiet', key: 'Esc' }));
    this.host.replaceChildren(head, this.graph, this.slider, this.told, make('div', { class: 'chips' }, ...steps, mistake), view, this.list, make('div', { class: 'chips' }, ...keep));
    part('rail').append(this.host);
    document.body.classList.add('reviews');
    addEventListener('keydown', this.keys, true);
    this.talk.ask({ type: 'review' }).then((answer) => answer.type === 'refused' && showNote(String(answer.why), null));
    this.#ask(at ?? Number.MAX_SAFE_INTEGER);
    this.#draw();
  }

  close() {
    removeEventListener('keydown', this.keys, true);
    document.body.classList.remove('reviews');
    this.host.remove();
    this.closed();
  }

  /** More decisions were judged. @param {{decisions: Judged[], is_done: boolean}} frame */
  judged(frame) {
    const known = new Set(this.decisions.map(({ n }) => n));
    this.decisions.push(...frame.decisions.filter(({ n }) => !known.has(n)));
    this.isDone = frame.is_done;
    this.#draw();
  }

  /** Goes to a moment. @param {number} at */
  go(at) {
    this.#ask(Math.max(0, Math.min(this.total, at)));
  }

  /** @param {number} by */
  #step(by) {
    this.go(Math.min(this.aim, this.total) + by);
  }

  /** Asks for a moment; while one is on its way only the last that is wanted counts. @param {number} at */
  async #ask(at) {
    this.wanted = at;
    this.aim = at;
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.wanted !== null) {
      const wanted = /** @type {number} */ (this.wanted);
      this.wanted = null;
      const moment = await this.talk.ask({ type: 'look', at: wanted, seat: this.seat });
      if (moment.type === 'moment') this.#show(moment);
      else {
        if (!String(moment.why).includes('in a moment')) {
          showNote(String(moment.why), null);
          break;
        }
        this.wanted ??= wanted;
        await new Promise((done) => setTimeout(done, 300));
      }
    }
    this.isAsking = false;
    this.aim = this.at;
  }

  /** @param {any} moment */
  #show(moment) {
    this.at = moment.at;
    this.total = moment.total;
    this.slider.max = String(this.total);
    this.slider.value = String(this.at);
    const text = plain(moment.told.join(' '), true) || (this.at === 0 ? 'The match begins.' : '');
    this.slider.setAttribute('aria-valuetext', `after ${this.at} of ${this.total}: ${text}`);
    this.told.textContent = `${this.at} of ${this.total}: ${text}`;
    this.picture.show(moment.picture);
    history.replaceState(null, '', `#${location.hash.slice(1).split('/')[0]}/${this.at}`);
    this.#draw();
  }

  /** The decision that was taken at this moment, if it was judged. */
  get now() {
    return this.decisions.find(({ n }) => n === this.at + 1) ?? null;
  }

  #draw() {
    const { together } = this.description.seats;
    drawGraph(this.graph, this.decisions, { at: this.at, total: this.total, together, seats: this.description.seats.names, isDone: this.isDone });
    const now = this.now;
    const arrows = /** @type {[string, string][]} */ (now ? [['was', now.action], ...(now.best === now.action ? [] : [['better', now.best]])] : []);
    this.picture.point(arrows);
    const rows = this.#worst().slice(0, WORST).map((each) => this.#row(each));
    const none = this.isDone ? 'No decision was clearly worse than the best.' : 'The decisions are being looked at…';
    this.list.replaceChildren(make('h3', { text: 'The decisions that cost most' }), ...(rows.length > 0 ? rows : [make('p', { class: 'none', text: none })]));
  }

  /** The mistakes, the worst first. */
  #worst() {
    const values = this.decisions.flatMap(({ value, best_value }) => [value, best_value]);
    const spread = this.description.seats.together ? Math.max(...values) - Math.min(...values) : 1;
    return this.decisions.filter((each) => loss(each) >= 0.05 * spread && loss(each) > 0).sort((a, b) => loss(b) - loss(a));
  }

  /** @param {Judged} decision */
  #row(decision) {
    const { together } = this.description.seats;
    // As in a list of moves, where matches are written so: `8. exf6?`.
    const isMove = decision.place.endsWith('.');
    const told = isMove ? `${decision.place} ${decision.told}?` : `${decision.n}. ${plain(decision.sentence ?? decision.told, true)}`;
    const odds = `${shown(decision.value, together)}, instead of ${shown(decision.best_value, together)}`;
    const row = button(told, () => this.go(decision.n - 1), { class: decision.n === this.at + 1 ? 'chosen' : '' });
    row.dataset.tint = this.tints.get(decision.seat) ?? '';
    row.append(make('small', { text: `Better: ${plain(decision.best_told, true)}` }), make('small', { class: 'odds', text: `${capital(words(decision.seat))} has ${odds}` }));
    return row;
  }

  #nextMistake() {
    const all = this.#worst().map(({ n }) => n - 1).sort((a, b) => a - b);
    const next = all.find((at) => at > this.aim) ?? all[0];
    if (next !== undefined) this.go(next);
  }

  /** @param {string|null} seat */
  #lookAs(seat) {
    this.seat = seat;
    this.go(this.aim);
  }

  /** @param {MouseEvent} event */
  #picked(event) {
    const { left, width } = this.graph.getBoundingClientRect();
    this.go(Math.round(((event.clientX - left) / width) * this.total));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const isOther = event.target instanceof HTMLSelectElement || event.target === this.slider;
    /** @type {Record<string, () => void>} */
    const does = { ArrowLeft: () => this.#step(-1), ArrowRight: () => this.#step(1), m: () => this.#nextMistake(), Escape: () => this.close() };
    const what = isOther && event.key.startsWith('Arrow') ? null : does[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!what) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    what();
  }

  /** The save up to this moment; null if it can't be had. @param {number} [at] */
  async #saved(at) {
    const saved = await this.talk.ask(at === undefined ? { type: 'save' } : { type: 'save', at });
    if (saved.type === 'saved') return saved;
    showNote(String(saved.why), null);
    return null;
  }

  async #playOn() {
    const saved = await this.#saved(this.at);
    if (!saved) return;
    try {
      const { id, entry } = await takeUp(saved.text, this.description.title);
      location.assign(linkTo(id, entry.mine));
    } catch (error) {
      showNote(String(error instanceof Error ? error.message : error), null);
    }
  }

  async #save() {
    const saved = await this.#saved();
    if (!saved) return;
    const url = URL.createObjectURL(new Blob([saved.text], { type: 'application/json' }));
    make('a', { href: url, download: saved.name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  async #link() {
    const link = await this.talk.ask({ type: 'link' });
    if (link.type !== 'link') return showNote(String(link.why), null);
    const row = linkRow('this moment', `${linkTo(this.talk.table, link.token)}/${this.at}`);
    openSheet('A link to this match', make('p', { text: 'Whoever opens it can look at the whole match.' }), row);
  }
}

/** What a decision gave away. @param {Judged} decision */
function loss({ value, best_value }) {
  return Math.max(0, best_value - value);
}
