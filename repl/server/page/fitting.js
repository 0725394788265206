// @ts-check
// The fit of a tapped thing to an argument of an action: the grammar of a game in reverse.

/** How well: the thing is the argument's value, says it by something else about it, or only hints at it. */
export const EXACT = 3, NEAR = 2, LOOSE = 1, NOT = 0;

/** What a game's words mean at a table: whose a zone is, what a card's columns say, in which column a square is. */
export class Meaning {
  /** @param {Description} description @param {string|null} seat the viewer's own @param {any[]} places the zones of the scene */
  constructor(description, seat, places = []) {
    this.seat = seat;
    this.hands = new Set(places.filter((place) => place.at === 'hand').map((place) => place.name));
    this.held = new Set([...this.hands].map((name) => name.split('.')[0]));
    /** Cards of the viewer's own hands. */
    this.own = new Set(places.filter((place) => place.at === 'hand').flatMap((place) => place.cards.map((/** @type {any} */ each) => each.card)));
    /** Other seats of whose hands the viewer sees cards. */
    this.open = new Set(places.filter((place) => !this.hands.has(place.name) && this.held.has(place.name.split('.')[0]) && place.cards?.some((/** @type {any} */ card) => card.card)).map((place) => place.of));
    this.seats = new Set([...description.seats.names, ...description.seats.all_names]);
    /** @type {Map<string, any[]>} the values of a card's columns */
    this.columns = new Map(description.cards.map((card) => [card.name, Object.values(card.columns)]));
    /** @type {Map<string, string>} the zones that are tapped for actions without arguments */
    this.piles = new Map(description.verbs.flatMap((verb) => (verb.at ? [[verb.name, verb.at]] : [])));
    this.tables = description.tables;
    this.boards = new Map(description.boards.map((board) => [board.name, board]));
  }

  /** The family of a zone and its member: `hand` and `west` of `hand.west`. @param {Thing} thing */
  zone(thing) {
    const dot = thing.of.indexOf('.');
    return dot < 0 ? { family: thing.of, member: null } : { family: thing.of.slice(0, dot), member: thing.of.slice(dot + 1) };
  }

  /** Whether a card is in the viewer's own hand, or, where nobody has one, at the viewer's seat. @param {Thing} thing */
  isMine(thing) {
    if (this.hands.size > 0) return this.hands.has(thing.of);
    return this.seat !== null && this.zone(thing).member === this.seat;
  }

  /** The seat at which a card lies. @param {Thing} thing */
  owner(thing) {
    const { member } = this.zone(thing);
    return member !== null && this.seats.has(member) ? member : null;
  }

  /** True if a card of one's own is meant by itself by an action, and not by what is written on it. @param {Thing} thing @param {ArgSaid[]} args */
  #isHeldFor(thing, args) {
    return this.isMine(thing) && args.some((arg) => (arg.kind === 'card' || arg.kind === 'cards') && this.#comesFrom(thing, arg));
  }

  /** True if an action is about cards of another seat that the viewer sees. @param {LegalAction} action @param {ArgSaid[]} args */
  #isOfOthers(action, args) {
    const seats = args.filter((arg) => arg.kind === 'seat').map((arg) => action.args[arg.name]);
    return seats.some((seat) => seat !== this.seat && this.open.has(seat));
  }

  /** How well a thing fits an argument of an action. @param {Thing} thing @param {ArgSaid} arg @param {LegalAction} action @param {ArgSaid[]} args */
  rank(thing, arg, action, args) {
    const value = action.args[arg.name];
    if (value === undefined || value === null) return NOT;
    const same = String(value) === thing.value;
    switch (thing.kind) {
      case 'square': return this.#square(thing, arg, value, same);
      case 'card': return this.#card(thing, arg, action, args);
      case 'seat': return arg.kind === 'seat' && same ? EXACT : NOT;
      case 'verb': case 'die': return NOT;
      case 'value': return arg.name === thing.of && same ? EXACT : NOT;
      case 'space': return same && (arg.kind === 'number' || arg.kind === 'word') ? EXACT : NOT;
      case 'piece':
        if (this.owner(thing) !== null && this.owner(thing) !== this.seat) return NOT;
        if (!same) return this.#isOf(thing, arg, value) ? LOOSE : NOT;
        // falls through
      default: return same && arg.kind !== 'square' && arg.kind !== 'seat' ? EXACT : NOT;
    }
  }

  /** Whether the row of an argument's value says a piece in a column, as an orientation says its shape. @param {Thing} thing @param {ArgSaid} arg @param {any} value */
  #isOf(thing, arg, value) {
    const row = arg.of === null ? null : this.tables[arg.of]?.find((each) => each.name === value);
    return Object.values(row?.columns ?? {}).includes(thing.value);
  }

  /** @param {Thing} thing @param {ArgSaid} arg @param {any} value @param {boolean} same */
  #square(thing, arg, value, same) {
    if (arg.kind === 'square') return same && (arg.of === null || arg.of === thing.of) ? EXACT : NOT;
    if (arg.kind !== 'number') return NOT;
    // Into a column, as in connect four: its number says which.
    const board = this.boards.get(thing.of);
    const place = board ? board.squares.indexOf(thing.value) : -1;
    return board && place >= 0 && (place % board.width) + 1 === value ? LOOSE : NOT;
  }

  /** @param {Thing} thing @param {ArgSaid} arg @param {LegalAction} action @param {ArgSaid[]} args */
  #card(thing, arg, action, args) {
    const value = action.args[arg.name];
    const same = String(value) === thing.value;
    if (arg.kind === 'card' && same) return this.#comesFrom(thing, arg) ? EXACT : NOT;
    // Of cards of others the numbers on them are meant, not their places.
    const isOfOthers = this.#isOfOthers(action, args);
    if (arg.kind === 'number' && this.isMine(thing) && isOfOthers) return NOT;
    if (arg.kind === 'number' && thing.nth !== null && !isOfOthers) return thing.nth === value && this.isNumbered(thing, arg) ? EXACT : NOT;
    if (arg.kind === 'seat') return this.owner(thing) === value ? NEAR : NOT;
    if ((same && arg.kind !== 'number') || this.zone(thing).member === value) return NEAR;
    // What is written on a card counts where it is held.
    if (!this.held.has(this.zone(thing).family) || this.#isHeldFor(thing, args)) return NOT;
    // Of one's own cards it counts where it says the action whole, as no card of the hand says a bid of a number and a suit.
    if (this.isMine(thing) && args.length > 1) return NOT;
    return (this.columns.get(thing.value) ?? []).some((cell) => cell === value) ? NEAR : NOT;
  }

  /**
   * Whether the numbers of an argument say which card of a place is meant: one of the viewer's own, or one of nobody's where
   * the numbers have a range. Without that they are an amount, as of a bet.
   * @param {Thing} thing @param {ArgSaid} arg
   */
  isNumbered(thing, arg) {
    return this.isMine(thing) || (Boolean(arg.range) && this.owner(thing) === null);
  }

  /** Whether a card can be meant by an argument: from its zones, or else not from the hands of others. */
  #comesFrom(/** @type {Thing} */ thing, /** @type {ArgSaid} */ arg) {
    const owner = this.owner(thing);
    if (owner !== null && owner !== this.seat) return false;
    // Where no zone is named, a card that one holds as well is that of the hand.
    return arg.zones.length === 0 ? this.isMine(thing) || !this.own.has(thing.value) : arg.zones.includes(this.zone(thing).family);
  }
}

/**
 * An action that still fits, and which of its arguments have been tapped.
 * @typedef {{action: LegalAction, filled: Set<string>}} Fit
 */

/**
 * Those of the actions that a thing fits best, with what it fills.
 * @param {Fit[]} fits @param {Thing} thing @param {Meaning} meaning @param {(verb: string) => ArgSaid[]} argsOf
 * @returns {Fit[]}
 */
export function narrowed(fits, thing, meaning, argsOf) {
  if (thing.kind === 'verb') return fits.filter(({ action }) => action.verb === thing.value);
  // A pile stands for the action that its pack says, such as drawing.
  const piled = thing.kind === 'card' ? fits.filter(({ action }) => meaning.piles.get(action.verb) === meaning.zone(thing).family) : [];
  if (piled.length > 0) return piled.map(({ action, filled }) => ({ action, filled: new Set([...filled, 'at']) }));
  const touched = fits.filter(({ action }) => couldTouch(action, thing, argsOf));
  const keyed = touched.map((fit) => ({ fit, ...best(fit, thing, meaning, argsOf(fit.action.verb)) }));
  const top = Math.max(0, ...keyed.map(({ key }) => key));
  if (top === 0) return [];
  return keyed.filter(({ key }) => key === top).map(({ fit, names }) => ({ action: fit.action, filled: new Set([...fit.filled, ...names]) }));
}

/** A quick look that leaves out what a square has nothing to do with: large boards have many. */
function couldTouch(/** @type {LegalAction} */ action, /** @type {Thing} */ thing, /** @type {(verb: string) => ArgSaid[]} */ argsOf) {
  if (thing.kind !== 'square' || !argsOf(action.verb).some((arg) => arg.kind === 'square')) return true;
  return Object.values(action.args).includes(thing.value);
}

/**
 * What a thing fills of an action. Of exact matches the first one; where things only hint, all that they hint at, and the
 * more the better.
 * @param {Fit} fit @param {Thing} thing @param {Meaning} meaning @param {ArgSaid[]} args
 */
function best(fit, thing, meaning, args) {
  const free = args.filter((arg) => !fit.filled.has(arg.name));
  const ranked = free.map((arg) => ({ arg, rank: meaning.rank(thing, arg, fit.action, args) }));
  const rank = Math.max(NOT, ...ranked.map((each) => each.rank));
  const matching = ranked.filter((each) => each.rank === rank).map((each) => each.arg);
  if (rank === NOT) return { key: 0, names: [] };
  // A shape doesn't say how it lies.
  const said = thing.kind === 'piece' ? [] : matching;
  if (rank < EXACT) return { key: rank * 100 + matching.length, names: said.map((arg) => arg.name) };
  const alike = free.filter((arg) => arg.kind === matching[0].kind);
  return { key: rank * 100 + 50 - alike.indexOf(matching[0]), names: [matching[0].name] };
}

/** The digits of dice, sorted, as `keep 335` names them. @param {(string|number|null)[]} shown */
export function digits(shown) {
  return [...shown].sort().join('');
}

/** Those of the actions whose number is made of the digits of some dice; exact ones fill it. */
export function keeping(/** @type {Fit[]} */ fits, /** @type {Thing[]} */ dice, /** @type {(verb: string) => ArgSaid[]} */ argsOf) {
  const wanted = digits(dice.map((die) => die.value));
  /** @param {Fit} fit @returns {Fit[]} */
  const kept = ({ action, filled }) => {
    const arg = argsOf(action.verb).find((each) => (each.kind === 'number' || each.kind === 'word') && !filled.has(each.name));
    if (!arg || !holds(digits([...String(action.args[arg.name])]), wanted)) return [];
    const exact = digits([...String(action.args[arg.name])]) === wanted;
    return [{ action, filled: exact ? new Set([...filled, arg.name]) : filled }];
  };
  return fits.flatMap(kept);
}

/** Whether sorted digits hold others. @param {string} all @param {string} some */
export function holds(all, some) {
  let at = 0;
  for (const digit of all) if (digit === some[at]) at += 1;
  return at === some.length;
}
