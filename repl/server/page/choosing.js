// @ts-check
// An action built from taps, by the grammar of the game alone: what may be tapped now, and what that makes.

import { Meaning, digits, holds, keeping, narrowed } from './fitting.js';
import { composed, isComposed, sentenceOf, textOf } from './composing.js';
import { capital, words } from './make.js';

/**
 * @typedef {import('./fitting.js').Fit} Fit
 * @typedef {import('./composing.js').Composed} Composed
 */

/** The arguments of an action that names no square, as they are tapped. */
const WAY = ['from', 'to'].map((name) => ({ name, kind: 'square', of: null, optional: false, zones: [], other: false, range: null }));

export class Choosing {
  /** @param {Description} description @param {State} state */
  constructor(description, state) {
    this.description = description;
    this.state = state;
    this.meaning = new Meaning(description, state.seat, state.scene?.places ?? []);
    this.verbs = new Map(description.verbs.map((verb) => [verb.name, verb]));
    this.now = state.verbs ?? [];
    // Where not even a sensible one is listed, none can be done now.
    this.composable = this.now.filter((verb) => verb.is_listed && isComposed(verb) && this.verbs.has(verb.verb));
    const composable = new Set(this.composable.map((verb) => verb.verb));
    /** The actions that are picked from the list. */
    this.listed = state.legal.filter((action) => !composable.has(action.verb)).map((action) => (action.way ? { ...action, args: { from: action.way[0], to: action.way[1] } } : action));
    /** The verbs whose actions lead from square to square without naming them. */
    this.ways = new Set(state.legal.filter((action) => action.way).map((action) => action.verb));
    /** The verbs whose numbers are made of the digits of one's dice. */
    this.keeping = new Set([...this.verbs.keys()].filter((verb) => this.#keeps(verb)));
    /** @type {Thing[]} what has been tapped, in order */
    this.picks = [];
    /** @type {{picks: Thing[], fits: Fit[]}|null} what fitted the picks when they were last looked at */
    this.known = null;
  }

  /** A square of the scene. @param {string} name */
  square = (name) => this.state.scene?.boards.flatMap((/** @type {any} */ board) => board.squares).find((/** @type {any} */ square) => square?.name === name);

  /** Some of a card, as people say it. @param {string} card @param {number} count */
  named = (card, count) => {
    const row = this.description.cards.find((each) => each.name === card);
    const face = this.state.scene?.faces?.[card];
    // A code such as `4C` is told as its face has it.
    const title = face?.sign && card.length < 4 && row?.title === card ? face.index + face.sign : row?.title || card;
    if (count === 1) return row && title === row.title ? row.one : title;
    return `${count} ${row?.plural || title}`;
  };

  /** A card by its title or its face. @param {string} card */
  titled = (card) => {
    const row = this.description.cards.find((each) => each.name === card);
    const one = this.named(card, 1);
    return row && one === row.one ? row.title : one;
  };

  /** What has been tapped beside the button of a verb. */
  get things() {
    return this.picks.filter((pick) => pick.kind !== 'verb');
  }

  /** Whether the viewer is to act. */
  get isDue() {
    return this.state.legal.length > 0 || this.now.length > 0;
  }

  /** @param {string} verb */
  argsOf = (verb) => (this.ways.has(verb) ? WAY : this.verbs.get(verb)?.args ?? []);

  /** Whether the numbers of a verb name dice. @param {string} verb */
  #keeps(verb) {
    const { scene } = this.state;
    const own = scene?.seats.find((/** @type {any} */ seat) => seat.is_own)?.number;
    const dice = digits((scene?.dice ?? []).filter((/** @type {any} */ each) => each.seat === null || each.seat === own).flatMap((/** @type {any} */ each) => each.shown));
    // A bid with a count and a face names none.
    const number = this.argsOf(verb).length === 1 ? this.argsOf(verb).find((arg) => arg.kind === 'number' || arg.kind === 'word') : undefined;
    const all = number ? this.listed.filter((action) => action.verb === verb).map((action) => action.args[number.name]) : [];
    // Names of sets may be words for some, such as a straight.
    const values = number?.kind === 'word' ? all.filter(isDigits) : all;
    return values.length > 0 && values.every((value) => value !== undefined && holds(dice, digits([...String(value)])));
  }

  /** An action as people say it: titles for names. @param {LegalAction} action */
  say(action) {
    const verb = this.verbs.get(action.verb);
    if (!verb || this.ways.has(action.verb)) return action.action;
    const label = verb.args.length === 0 ? this.state.scene?.labels?.[verb.name] : null;
    if (label) return capital(label);
    const top = verb.args.length === 0 ? this.#top(verb) : null;
    if (top) return `${verb.title ?? capital(sentenceOf(verb, {}, this.named))} ${top}`;
    if (verb.title) return verb.title;
    const told = verb.args.map(({ name, kind, of }) => [name, this.told(kind, action.args[name], of)]);
    const counted = countOf(verb);
    if (counted) told.push([counted.number, ''], [counted.card, this.named(action.args[counted.card], action.args[counted.number])]);
    const sentence = sentenceOf(verb, Object.fromEntries(told.filter(([, value]) => value !== undefined)), this.named);
    // How many of what is a product.
    if (verb.pieces[0]?.text) return capital(sentence).replace(/(?<=\d)x(?=\d)/, ' × ');
    const squares = verb.args.filter(({ kind }) => kind === 'square').map(({ name }) => this.told('square', action.args[name]));
    if (squares.length === 2 && verb.args.length === 2) return `${capital(words(verb.name))} from ${squares[0]} to ${squares[1]}`;
    // What begins with a square is a notation, before which the verb says which of several it is.
    const alike = this.now.filter((now) => this.listed.some((each) => each.verb === now.verb) && !this.verbs.get(now.verb)?.pieces[0]?.text);
    return alike.length > 1 ? `${capital(words(verb.name))} ${sentence}` : sentence;
  }

  /** The card on top of the pile at which a verb is done, if it is open. @param {VerbSaid} verb */
  #top(verb) {
    const place = verb.at ? (this.state.scene?.places ?? []).find((/** @type {any} */ each) => each.zone === verb.at && each.lies === 'pile') : null;
    const card = place?.cards.at(-1)?.card;
    return card ? this.titled(card) : null;
  }

  /** A value of an action as people say it: a row of a table by its title, with what it is worth. @param {string} kind @param {any} value @param {string|null} [of] */
  told(kind, value, of = null) {
    if (kind === 'card' && value !== undefined) return this.titled(value);
    if (kind === 'square') return this.square(value)?.title ?? value;
    const row = typeof value === 'string' && of !== null ? this.description.tables[of]?.find((each) => each.name === value) : null;
    if (row) return typeof row.columns.worth === 'number' ? `${row.title} · ${row.columns.worth}` : row.title;
    return ['number', 'cards'].includes(kind) || typeof value !== 'string' ? value : kind === 'seat' ? capital(words(value)) : words(value);
  }

  /** The listed actions that fit some picks. @param {Thing[]} [picks] @returns {Fit[]} */
  fits(picks = this.picks) {
    if (picks !== this.picks) return this.#narrow(picks);
    if (this.known?.picks !== picks) this.known = { picks, fits: this.#narrow(picks) };
    return this.known.fits;
  }

  /** @param {Thing[]} picks @returns {Fit[]} */
  #narrow(picks) {
    const dice = picks.filter((pick) => pick.kind === 'die');
    const last = picks[picks.length - 1];
    // What the picks before the last one left is known, mostly: each thing of a picture is asked about after the same picks.
    if (last && dice.length === 0 && isBefore(this.picks, picks)) return this.#with(this.fits(), last, picks);
    /** @type {Fit[]} */
    let fits = this.listed.map((action) => ({ action, filled: new Set() }));
    if (dice.length > 0) fits = keeping(fits.filter((fit) => this.keeping.has(fit.action.verb)), dice, this.argsOf);
    for (const pick of picks.filter((each) => each.kind !== 'die')) fits = this.#with(fits, pick, picks);
    return fits;
  }

  /** @param {Fit[]} fits @param {Thing} pick @param {Thing[]} picks */
  #with(fits, pick, picks) {
    return this.#again(fits, pick, picks) ?? narrowed(fits, pick, this.meaning, this.argsOf);
  }

  /** A card that was tapped before counts, as in `sell 3 coin`. @param {Fit[]} fits @param {Thing} pick @param {Thing[]} picks */
  #again(fits, pick, picks) {
    const same = (/** @type {Thing} */ other) => other.kind === 'card' && other.value === pick.value && other.of === pick.of;
    if (pick.kind !== 'card' || picks.filter(same).length < 2 || picks.find(same) === pick) return null;
    return fits.filter(({ action, filled }) => {
      const number = this.#counted(action, filled);
      return number !== null && number >= picks.filter(same).length;
    });
  }

  /** The number of an action that says how many of its card. @param {LegalAction} action @param {Set<string>} filled */
  #counted(action, filled) {
    const args = this.argsOf(action.verb);
    const number = args.find((arg) => arg.kind === 'number' && !filled.has(arg.name));
    return number && args.some((arg) => arg.kind === 'card') ? Number(action.args[number.name]) : null;
  }

  /** What the verbs that are put together make of some picks. @param {Thing[]} [picks] @returns {Composed[]} */
  compositions(picks = this.picks) {
    return this.composable.flatMap((now) => {
      const verb = this.verbs.get(now.verb);
      const made = verb ? composed(now, verb, picks, this.meaning) : null;
      return made ? [made] : [];
    });
  }

  /** Whether tapping a thing leads anywhere. @param {Thing} thing */
  may(thing) {
    return this.isPicked(thing) || this.#leads([...this.picks, thing]);
  }

  /** Whether a thing can be picked up, be it instead of what is picked. @param {Thing} thing */
  canTake(thing) {
    return this.may(thing) || this.#leads([thing]);
  }

  /** Whether a square, a space or a row is the next that an action asks for, in the order in which it is written. @param {Thing} thing */
  isNext(thing) {
    if (!['square', 'space', 'row'].includes(thing.kind)) return true;
    const filled = new Set(this.fits().flatMap((fit) => [...fit.filled]));
    return this.fits([...this.picks, thing]).some((fit) => {
      const open = this.argsOf(fit.action.verb).filter((arg) => !filled.has(arg.name));
      const next = open.find((arg) => !this.#isGiven(fit.action, arg.name));
      return !next || [open[0], next].some((arg) => fit.filled.has(arg.name) || arg.kind === 'number');
    });
  }

  /** Whether an argument is the square with which all that can be done begins: then it needs no tap. @param {LegalAction} action @param {string} name */
  #isGiven(action, name) {
    const first = (/** @type {LegalAction} */ { verb, args }) => (([arg]) => (arg?.kind === 'square' ? args[arg.name] : undefined))(this.argsOf(verb));
    return this.argsOf(action.verb)[0].name === name && first(action) !== undefined && this.listed.every((each) => first(each) === first(action));
  }

  /** @param {Thing[]} picks */
  #leads(picks) {
    return this.fits(picks).length > 0 || this.compositions(picks).length > 0;
  }

  /** @param {Thing} thing */
  isPicked(thing) {
    return this.picks.some((pick) => pick.key === thing.key);
  }

  /** How often a thing was picked. @param {Thing} thing */
  times(thing) {
    return this.picks.filter((pick) => pick.key === thing.key).length;
  }

  /**
   * Picks a thing, puts it down again, or begins anew with it. Returns what happened: `picked`, `dropped` or `nothing`.
   * @param {Thing} thing @returns {'picked'|'dropped'|'nothing'}
   */
  tap(thing) {
    const more = this.times(thing) < thing.count || !this.isPicked(thing);
    if (more && this.#leads([...this.picks, thing])) return this.#pick(thing);
    if (this.isPicked(thing)) return thing.kind === 'piece' && this.#turn() ? 'picked' : this.#drop(thing);
    const kept = this.picks.filter((pick) => pick.kind === 'verb');
    // Another piece of one's own: that one is meant.
    if (this.picks.length > kept.length && this.#leads([...kept, thing])) this.picks = kept;
    else if (this.picks.length > 0 && this.#leads([thing])) this.picks = [];
    else return 'nothing';
    return this.#pick(thing);
  }

  /** @param {Thing} thing @returns {'picked'} */
  #pick(thing) {
    this.picks = [...this.picks, thing];
    if (thing.kind === 'piece') this.#turn();
    return 'picked';
  }

  /** The shape that was tapped: the argument that says how it lies, in which ways it can, and the chosen one of them. */
  get shape() {
    if (!this.picks.some((pick) => pick.kind === 'piece')) return null;
    const [chosen, picks] = [this.picks.filter((pick) => pick.kind === 'value'), this.picks.filter((pick) => pick.kind !== 'value' && pick.kind !== 'square')];
    const fits = this.fits(picks);
    const arg = fits.flatMap(({ action }) => this.argsOf(action.verb)).find((each) => each.of === 'orientation');
    if (!arg) return null;
    const can = new Set(fits.map(({ action }) => action.args[arg.name]));
    const ways = this.description.tables.orientation.filter((row) => can.has(row.name));
    return { arg, ways, way: ways.find((row) => chosen.some((pick) => pick.of === arg.name && pick.value === row.name)) ?? null };
  }

  /** Turns the shape that was tapped to its next way, or lays it in its first one; whether there is another one. */
  #turn() {
    const { shape } = this;
    const next = shape?.ways[(shape.way ? shape.ways.indexOf(shape.way) + 1 : 0) % shape.ways.length];
    if (!shape || !next || next === shape.way) return false;
    this.picks = this.picks.filter((pick) => pick.kind !== 'square');
    this.choose('value', shape.arg.name, next.name);
    return true;
  }

  /** The squares that the shape which was tapped covers if its first one comes to a square; none without a shape. @param {Thing} thing @returns {string[]} */
  covered(thing) {
    const rows = this.shape?.way?.drawn;
    const board = thing.kind === 'square' ? this.meaning.boards.get(thing.of) : undefined;
    if (!rows || !board) return [];
    const first = board.squares.indexOf(thing.value) - rows[0].indexOf('x');
    return rows.flatMap((row, y) => [...row].flatMap((sign, x) => (sign === 'x' ? board.squares[first + y * board.width + x] ?? [] : [])));
  }

  /** @param {Thing} thing @returns {'dropped'} */
  #drop(thing) {
    this.picks = this.picks.filter((pick) => pick.key !== thing.key && (thing.kind !== 'piece' || pick.kind === 'verb'));
    return 'dropped';
  }

  clear() {
    this.picks = [];
  }

  back() {
    this.picks = this.picks.slice(0, -1);
  }

  /** Chooses a verb, or a word or number for one of its arguments. @param {string} kind @param {string} of @param {any} value */
  choose(kind, of, value) {
    const thing = { key: `${kind}:${of}`, kind, of, value: String(value), nth: null, count: 1 };
    this.picks = [...this.picks.filter((pick) => pick.key !== thing.key), thing];
  }

  /**
   * The one action that the taps say whole, if they say one: every argument tapped, and nothing else that fits.
   * @returns {LegalAction|null}
   */
  said() {
    const fits = this.fits();
    if (this.picks.length === 0 || fits.length !== 1 || this.compositions().length > 0) return null;
    const [{ action, filled }] = fits;
    return Object.keys(action.args).every((name) => filled.has(name) || this.#isGiven(action, name)) && filled.size > 0 ? action : null;
  }

  /** Of the actions that fit, the one that the taps mean most likely: with nothing untapped, or with the count tapped. */
  likely() {
    const fits = this.fits();
    if (fits.length === 1) return fits[0].action;
    if (this.picks.length === 0) return null;
    const whole = fits.filter(({ action, filled }) => Object.keys(action.args).every((name) => filled.has(name)));
    if (whole.length > 0) return whole[0].action;
    const last = this.picks[this.picks.length - 1];
    const taps = this.picks.filter((pick) => pick.value === last.value && pick.of === last.of).length;
    const counted = fits.filter(({ action, filled }) => last.kind === 'card' && this.#counted(action, filled) === taps);
    return counted.length === 1 ? counted[0].action : null;
  }

  /**
   * The text of the action that a refused tap would have been, to ask why not; null if that can't be said.
   * @param {Thing} thing @returns {string|null}
   */
  meant(thing) {
    const picks = [...this.picks, thing];
    for (const now of this.now) {
      const verb = this.verbs.get(now.verb);
      const args = verb ? this.#filled(verb, picks) : null;
      if (verb && args) return textOf(verb, args);
    }
    return null;
  }

  /** The arguments of a verb, filled by things in their order. */
  #filled(/** @type {VerbSaid} */ verb, /** @type {Thing[]} */ picks) {
    /** @type {Record<string, any>} */
    const args = {};
    for (const pick of picks.filter((each) => each.kind !== 'verb')) {
      const arg = verb.args.find((each) => args[each.name] === undefined && this.#couldBe(pick, each));
      if (!arg) return null;
      args[arg.name] = arg.kind === 'cards' ? [pick.value] : pick.kind === 'card' && arg.kind === 'number' ? pick.nth : pick.value;
    }
    return verb.args.every((arg) => arg.optional || args[arg.name] !== undefined) && verb.args.length > 0 ? args : null;
  }

  /** @param {Thing} pick @param {ArgSaid} arg */
  #couldBe(pick, arg) {
    if (pick.kind === 'value') return pick.of === arg.name;
    if (pick.kind === 'card') return arg.kind === 'card' || arg.kind === 'cards' || (arg.kind === 'number' && pick.nth !== null && this.meaning.isNumbered(pick, arg));
    if (pick.kind === 'space' || pick.kind === 'row') return arg.kind === 'word' || arg.kind === 'number' || arg.kind === 'card';
    return pick.kind === arg.kind;
  }
}

/** Whether the name of a set of dice is what they show. @param {any} value */
function isDigits(value) {
  return /^[1-9]+$/.test(String(value));
}

/** The arguments of a verb that say a card and, before it, how many of it. @param {VerbSaid} verb */
function countOf({ args, pieces }) {
  const kindOf = (/** @type {PieceOfUsage|undefined} */ piece) => args.find((arg) => arg.name === piece?.arg)?.kind;
  const at = pieces.findIndex((piece, n) => kindOf(piece) === 'number' && pieces[n + 1]?.text === ' ' && kindOf(pieces[n + 2]) === 'card');
  return at < 0 ? null : { number: String(pieces[at].arg), card: String(pieces[at + 2].arg) };
}

/** Whether picks are others and one more. @param {Thing[]} some @param {Thing[]} more */
function isBefore(some, more) {
  return more.length === some.length + 1 && some.every((pick, n) => pick === more[n]);
}
