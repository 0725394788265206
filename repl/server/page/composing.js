// @ts-check
// Actions put together from their parts: their text, and those whose lists can't be given whole, such as trades.

/**
 * @typedef {import('./fitting.js').Meaning} Meaning
 */

/**
 * An action that is being put together.
 * @typedef {object} Composed
 * @property {VerbSaid} verb
 * @property {Record<string, any>} args      what its arguments are so far
 * @property {ArgNow[]} missing              the arguments that are needed and not there yet
 * @property {string|null} text              the whole action, if nothing is missing
 */

/** Whether a verb's actions are put together rather than picked from the list. @param {VerbNow} verb */
export function isComposed(verb) {
  return verb.args.some((arg) => arg.kind === 'cards');
}

/** The text of an action. @param {VerbSaid} verb @param {Record<string, any>} args */
export function textOf(verb, args) {
  const text = verb.pieces.map((piece) => written(piece, args)).join('');
  return text.replace(/\s+/g, ' ').trim();
}

/** @param {PieceOfUsage} piece @param {Record<string, any>} args @returns {string} */
function written(piece, args) {
  if (piece.text !== undefined) return piece.text;
  if (piece.arg !== undefined) return valueText(args[piece.arg]);
  const inner = piece.optional ?? [];
  return inner.some((each) => each.arg !== undefined && args[each.arg] !== undefined) ? inner.map((each) => written(each, args)).join('') : '';
}

/** The same in words: "trade 2 coins for a map". @param {VerbSaid} verb @param {Record<string, any>} args @param {(card: string, count: number) => string} named */
export function sentenceOf(verb, args, named) {
  const told = Object.entries(args).map(([name, value]) => [name, Array.isArray(value) ? [counted(value, named)] : value]);
  return textOf(verb, Object.fromEntries(told));
}

/** Cards with how many there are of each. @param {string[]} cards @param {(card: string, count: number) => string} named */
export function counted(cards, named) {
  const kinds = [...new Set(cards)];
  const parts = kinds.map((kind) => named(kind, cards.filter((card) => card === kind).length));
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** @param {any} value */
function valueText(value) {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

/**
 * What a verb makes of the things that were tapped; null if it has no use for one of them.
 * @param {VerbNow} now @param {VerbSaid} verb @param {Thing[]} picks @param {Meaning} meaning @returns {Composed|null}
 */
export function composed(now, verb, picks, meaning) {
  /** @type {Record<string, any>} */
  const args = {};
  for (const thing of picks) {
    if (thing.kind === 'verb') {
      if (thing.value !== now.verb) return null;
      continue;
    }
    const arg = now.args.find((each) => takes(each, verb, thing, args, meaning));
    if (!arg) return null;
    args[arg.name] = arg.kind === 'cards' ? [...(args[arg.name] ?? []), thing.value] : argValue(arg, thing);
  }
  const missing = now.args.filter((arg) => !arg.optional && args[arg.name] === undefined);
  return { verb, args, missing, text: missing.length === 0 ? textOf(verb, args) : null };
}

/** The value of an argument as it stands in a list of actions. @param {ArgNow} arg @param {Thing} thing */
function argValue(arg, thing) {
  return arg.kind === 'number' ? Number(thing.value) : thing.value;
}

/**
 * Whether an argument can take a thing as well as what it has.
 * @param {ArgNow} arg @param {VerbSaid} verb @param {Thing} thing @param {Record<string, any>} args @param {Meaning} meaning
 */
function takes(arg, verb, thing, args, meaning) {
  if (thing.kind === 'value') return arg.name === thing.of;
  if (arg.kind === 'cards') return thing.kind === 'card' && takesCard(arg, verb, thing, args, meaning);
  if (args[arg.name] !== undefined || !fitsKind(arg, thing)) return false;
  return arg.domain.domain !== 'values' || arg.domain.values.map(String).includes(thing.value);
}

/** @param {ArgNow} arg @param {Thing} thing */
function fitsKind(arg, thing) {
  if (arg.kind === thing.kind) return arg.of === null || thing.kind !== 'square' || arg.of === thing.of;
  return thing.kind === 'space' || thing.kind === 'row' ? arg.kind === 'word' || arg.kind === 'number' : false;
}

/** @param {ArgNow} arg @param {VerbSaid} verb @param {Thing} thing @param {Record<string, any>} args @param {Meaning} meaning */
function takesCard(arg, verb, thing, args, meaning) {
  if (!isSideOf(arg, verb, thing, meaning)) return false;
  if (arg.domain.domain !== 'cards') return true;
  const had = (args[arg.name] ?? []).filter((/** @type {string} */ name) => name === thing.value).length;
  return had < (arg.domain.most[thing.value] ?? 0);
}

/**
 * Whether a card lies where those of an argument come from: in certain zones, not those of others, or else in one's hand.
 * @param {ArgNow} arg @param {VerbSaid} verb @param {Thing} thing @param {Meaning} meaning
 */
function isSideOf(arg, verb, thing, meaning) {
  const zones = verb.args.find((each) => each.name === arg.name)?.zones ?? [];
  if (zones.length === 0) return meaning.isMine(thing);
  const owner = meaning.owner(thing);
  return zones.includes(meaning.zone(thing).family) && (owner === null || owner === meaning.seat);
}
