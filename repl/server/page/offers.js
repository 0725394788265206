// @ts-check
// The offers beside the table: the prompt, choices as chips, numbers by steps, the composed action as a button.

import { button, capital, make, words } from './make.js';
import { bidding, extent, numbersOf } from './bidding.js';
import { counted, sentenceOf } from './composing.js';
import { svg } from './picture.js';

/**
 * @typedef {import('./choosing.js').Choosing} Choosing
 * @typedef {import('./composing.js').Composed} Composed
 * @typedef {{act: (text: string) => void, changed: () => void, clear: () => void,
 *   check: (text: string) => {allowed: boolean, text: string}|null}} Doing
 */

/** Actions that are all shown as chips; of more, what leads to them is. */
const CHIPS = 12;
/** Numbers that are chips; more of them are chosen by steps. */
const NUMBERS = 10;
/** Colours of the style sheet. */
const TINTS = ['red', 'blue', 'green', 'yellow', 'purple', 'orange', 'brown', 'grey', 'cyan', 'black', 'white'];

/**
 * Shows what can be done. Returns the text of the action that Enter does, if there is one.
 * @param {HTMLElement} host @param {Choosing} choosing @param {Thing[]} things @param {Doing} doing @returns {string|null}
 */
export function offer(host, choosing, things, doing) {
  const fits = choosing.fits().map((fit) => fit.action);
  const likely = choosing.likely() ?? entered(choosing, fits);
  const made = tapped(choosing) ? choosing.compositions() : [];
  const byNumber = likely || made.length > 0 ? null : numbered(choosing, fits);
  // Numbers that lie there as cards are tapped.
  const bids = byNumber && !isOfCards(choosing, byNumber.actions[0].verb, things) ? byNumber : null;
  const hand = likely || tapped(choosing) ? null : handOf(choosing, fits);
  const bid = bids && !hand ? bidding(choosing, bids.actions, bids.names, doing) : null;
  const rest = fits.filter((action) => action !== likely && !bids?.actions.includes(action) && !hand?.includes(action));
  const plain = bid || hand || tapped(choosing) ? [] : rest.filter((action) => Object.keys(action.args).length === 0);
  const group = choices(choosing, rest.filter((action) => !plain.includes(action)), things, doing);
  if (bid) group.prepend(bid.act);
  group.classList.toggle('acts', bid !== null);
  host.replaceChildren(
    ...filled(choosing, likely, made, doing),
    ...(plain.length > 0 ? [plainActs(choosing, plain, likely === null && !isOnSquares(choosing, rest), doing)] : []),
    ...(bid ? [bid.element] : []),
    ...(hand ? [handShown(choosing, hand, doing)] : []),
    group,
    ...(bid || hand ? [] : parts(choosing, fits, things, doing)),
  );
  const whole = made.find((each) => each.text !== null && doing.check(each.text)?.allowed);
  return likely?.action ?? bid?.action ?? whole?.text ?? null;
}

/** Whether something else is done on a board: then that is what one wants, rather than to pass. @param {Choosing} choosing @param {LegalAction[]} actions */
function isOnSquares(choosing, actions) {
  return actions.some((action) => choosing.argsOf(action.verb).some((arg) => arg.kind === 'square'));
}

/** The actions that need nothing but themselves, such as rolling or passing: one that is alone is filled. */
function plainActs(/** @type {Choosing} */ choosing, /** @type {LegalAction[]} */ actions, /** @type {boolean} */ isMain, /** @type {Doing} */ doing) {
  // Beside cards, squares or other actions none is what is wished most.
  const isOnly = choosing.listed.length === actions.length && choosing.composable.length === 0;
  const main = isMain && (isOnly ? actions.length === 1 : false) ? actions[0] : undefined;
  const buttons = actions.map((action) => (action === main ? button(choosing.say(action), () => doing.act(action.action), { class: 'filled', title: helpOf(choosing, action.verb) }) : chip(choosing, action, doing)));
  return make('div', { class: 'chips acts', role: 'group', 'aria-label': 'actions' }, ...buttons);
}

/** The actions by which one plays a hand that is a list of numbers, which the seat's facts have. @param {Choosing} choosing @param {LegalAction[]} fits */
function handOf(choosing, fits) {
  // A hand that lies on the table is tapped there.
  if ((choosing.state.scene?.places ?? []).some((/** @type {any} */ place) => place.at === 'hand' && place.count > 0)) return null;
  const own = choosing.state.scene?.seats.find((/** @type {any} */ seat) => seat.is_own);
  const lists = (own?.facts ?? []).map((/** @type {any} */ fact) => (String(fact.value).match(/\d+/g) ?? []).join(' '));
  for (const actions of Map.groupBy(fits, (action) => action.verb).values()) {
    const names = choosing.argsOf(actions[0].verb);
    const isNumber = names.length === 1 && names[0].kind === 'number';
    if (isNumber && actions.length > 0 && lists.includes(actions.map((action) => action.args[names[0].name]).sort((a, b) => a - b).join(' '))) return actions;
  }
  return null;
}

/** Such a hand as cards to tap. @param {Choosing} choosing @param {LegalAction[]} actions @param {Doing} doing */
function handShown(choosing, actions, doing) {
  const [{ name }] = choosing.argsOf(actions[0].verb);
  const pick = (/** @type {LegalAction} */ action) => {
    choosing.choose('verb', '', action.verb);
    choosing.choose('value', name, action.args[name]);
    doing.changed();
  };
  const cards = [...actions].sort((a, b) => a.args[name] - b.args[name]).map((action) => {
    const card = button(String(action.args[name]), () => pick(action), { class: 'chip paper' });
    card.setAttribute('aria-label', choosing.say(action));
    return card;
  });
  return make('div', { class: 'chips papers', role: 'group', 'aria-label': 'your hand' }, ...cards);
}

/** The actions that differ in numbers alone and are too many for chips, of the only verb that has such. @param {Choosing} choosing @param {LegalAction[]} fits */
function numbered(choosing, fits) {
  const byVerb = [...Map.groupBy(fits, (action) => action.verb).values()].filter((some) => !choosing.keeping.has(some[0].verb));
  const found = byVerb.flatMap((actions) => {
    const names = numbersOf(choosing, actions);
    // A box has all of its values as long as one of them can be chosen.
    return names && (actions.length > NUMBERS || extent(choosing, actions, names) > NUMBERS) ? [{ actions, names }] : [];
  });
  return found.length === 1 ? found[0] : null;
}

/** Whether something but a verb was chosen. @param {Choosing} choosing */
function tapped(choosing) {
  return choosing.picks.length > 0;
}

/** The action of the verb that a bare Enter stands for in this phase. @param {Choosing} choosing @param {LegalAction[]} fits */
function entered(choosing, fits) {
  const { state, description } = choosing;
  const enter = description.phases.find((phase) => phase.name === state.phase)?.enter;
  const actions = choosing.picks.length === 0 ? fits.filter((action) => action.verb === enter) : [];
  return actions.length === 1 ? actions[0] : null;
}

/** The filled buttons: the action that the taps say, and those that are being put together. */
function filled(/** @type {Choosing} */ choosing, /** @type {LegalAction|null} */ likely, /** @type {Composed[]} */ made, /** @type {Doing} */ doing) {
  // An action that is neither composed nor the only one is one among others.
  const isOne = choosing.picks.length > 0 || choosing.listed.length === 1 && choosing.composable.length === 0;
  const rows = likely ? [button(choosing.say(likely), () => doing.act(likely.action), { class: isOne ? 'filled' : 'filled entered', key: 'Enter', title: helpOf(choosing, likely.verb) })] : [];
  return [...rows, ...made.map((each) => composition(choosing, each, doing))];
}

/** @param {Choosing} choosing @param {Composed} made @param {Doing} doing */
function composition(choosing, made, doing) {
  const { text } = made;
  if (text === null) return make('div', { class: 'composed' }, sides(choosing, made) ?? make('p', { class: 'composing', text: `${capital(words(made.verb.name))} ${had(choosing, made)}` }));
  const checked = doing.check(text);
  const table = sides(choosing, made);
  // What it is about is said once.
  const press = button(capital(table ? words(made.verb.name) : sentenceOf(made.verb, made.args, choosing.named)), () => doing.act(text), { class: checked?.allowed ? 'filled' : 'waits' });
  press.toggleAttribute('disabled', !checked?.allowed);
  return make('div', { class: 'composed' }, table, press);
}

/** What is given and taken, each with the sum of the numbers in the corners of its cards. @param {Choosing} choosing @param {Composed} made */
function sides(choosing, made) {
  const lists = made.verb.args.filter((arg) => arg.kind === 'cards');
  if (lists.length < 2) return null;
  const rows = lists.map((arg) => {
    const cards = /** @type {string[]} */ (made.args[arg.name] ?? []);
    const worth = cards.map((card) => Number(choosing.state.scene?.faces?.[card]?.index ?? NaN));
    const sum = worth.reduce((all, each) => all + each, 0);
    return make('tr', {}, make('th', { scope: 'row', text: capital(words(arg.name)) }), make('td', { text: cards.length > 0 ? counted(cards, choosing.named) : 'nothing yet' }), make('td', { class: 'sum', text: Number.isNaN(sum) ? '' : String(sum) }));
  });
  return make('table', { class: 'sides' }, make('tbody', {}, ...rows));
}

/** What a composed action has. @param {Choosing} choosing @param {Composed} made */
function had(choosing, made) {
  return Object.entries(made.args).map(([name, value]) => `${words(name)} ${Array.isArray(value) ? counted(value, choosing.named) : value}`).join('; ');
}

/** The chips: all that fit if these are few, and else the verbs. */
function choices(/** @type {Choosing} */ choosing, /** @type {LegalAction[]} */ actions, /** @type {Thing[]} */ things, /** @type {Doing} */ doing) {
  // Things that are tapped on a board need no chips before something is picked.
  const squares = things.filter((thing) => thing.kind === 'square');
  // Nor does what a row of a sheet or a space says whole.
  const inRows = ofRows(choosing, things);
  actions = actions.filter((action) => !inRows.has(action));
  const isReachedThere = (/** @type {LegalAction} */ action) => squares.some((thing) => choosing.fits([thing]).some((fit) => fit.action === action));
  const isOnBoard = !tapped(choosing) && actions.length > 0 && actions.every((action) => choosing.argsOf(action.verb).some((arg) => arg.kind === 'square') || isReachedThere(action));
  // Dice are kept and put back by tapping them.
  const dice = choosing.picks.some((pick) => pick.kind === 'die') ? things.filter((thing) => thing.kind === 'die') : [];
  const isMore = (/** @type {LegalAction} */ action) => dice.some((die) => choosing.fits([...choosing.picks, die]).some((fit) => fit.action === action));
  // Nor does what the next tap on it says.
  const isLed = (/** @type {LegalAction} */ action) => squares.some((thing) => !choosing.isPicked(thing) && choosing.fits([...choosing.picks, thing]).some((fit) => fit.action === action));
  const shown = tapped(choosing) ? actions.filter((action) => !isMore(action) && !isLed(action)) : actions.filter((action) => !isOfCards(choosing, action.verb, things));
  const colour = tapped(choosing) ? colourOf(choosing, shown) : null;
  const chips = shown.length <= CHIPS && !isOnBoard ? shown.map((action) => chip(choosing, action, doing, colour)) : verbs(choosing, shown, things, doing);
  if (shown.length < actions.length && dice.length === 0) chips.push(...besides(choosing, actions.filter((action) => !shown.includes(action)), doing));
  if (!tapped(choosing)) for (const { verb } of choosing.composable) chips.push(verbChip(choosing, verb, doing));
  return make('div', { class: 'chips', role: 'group', 'aria-label': 'choices' }, ...chips);
}

/** The actions that a row of a sheet or a space of a track says whole, before anything is tapped. @param {Choosing} choosing @param {Thing[]} things @returns {Set<LegalAction>} */
function ofRows(choosing, things) {
  const rows = tapped(choosing) ? [] : things.filter((thing) => thing.kind === 'row' || thing.kind === 'space');
  const fits = rows.flatMap((row) => choosing.fits([row]));
  return new Set(fits.filter(({ action, filled }) => Object.keys(action.args).every((name) => filled.has(name))).map(({ action }) => action));
}

/** Whether a verb's actions begin with a card that lies there to be tapped. @param {Choosing} choosing @param {string} verb @param {Thing[]} things */
function isOfCards(choosing, verb, things) {
  const takesCards = choosing.argsOf(verb).some((arg) => arg.kind === 'card' || arg.kind === 'cards');
  // Cards that lie in an order are named by their places.
  const places = choosing.argsOf(verb).length === 1 && choosing.argsOf(verb)[0].kind === 'number' ? things.filter((thing) => thing.nth !== null && choosing.meaning.isMine(thing)) : [];
  if (places.length > 0 && isReached(choosing, verb, places)) return true;
  // Somebody is told of their cards by tapping one of these.
  const toSomebody = choosing.argsOf(verb).length > 1 && choosing.argsOf(verb).some((arg) => arg.kind === 'seat');
  if (toSomebody && isReached(choosing, verb, things.filter((thing) => thing.kind === 'card' && thing.value !== '' && choosing.meaning.owner(thing) !== null && !choosing.meaning.isMine(thing)))) return true;
  return takesCards && isReached(choosing, verb, things.filter((thing) => thing.kind === 'card'));
}

/** Where cards can be tapped for several verbs, a chip for each of these. @param {Choosing} choosing @param {LegalAction[]} actions @param {Doing} doing */
function besides(choosing, actions, doing) {
  const verbs = [...new Set(actions.map((action) => action.verb))];
  return verbs.length > 1 ? verbs.map((verb) => verbChip(choosing, verb, doing)) : [];
}

/** The argument in which actions differ, if it is a colour. @param {Choosing} choosing @param {LegalAction[]} actions */
function colourOf(choosing, actions) {
  const part = nextPart(choosing, actions);
  return part?.values.length === actions.length && part.values.every((value) => TINTS.includes(value)) ? part.arg.name : null;
}

/** @param {Choosing} choosing @param {LegalAction} action @param {Doing} doing @param {string|null} [colour] */
function chip(choosing, action, doing, colour = null) {
  if (colour) {
    const made = button(words(action.args[colour]), () => doing.act(action.action), { class: 'chip' });
    made.dataset.tint = action.args[colour];
    made.setAttribute('aria-label', choosing.say(action));
    return made;
  }

  // What the game itself has words for is what is done most.
  const isMain = choosing.state.scene?.labels?.[action.verb] && !tapped(choosing);
  return button(choosing.say(action), () => doing.act(action.action), { class: isMain ? 'filled' : 'chip', title: helpOf(choosing, action.verb) });
}

/** @param {Choosing} choosing @param {string} verb */
function helpOf(choosing, verb) {
  return choosing.verbs.get(verb)?.help ?? '';
}

/** A chip for each verb that can't be reached by tapping the picture. */
function verbs(/** @type {Choosing} */ choosing, /** @type {LegalAction[]} */ actions, /** @type {Thing[]} */ things, /** @type {Doing} */ doing) {
  const byVerb = Map.groupBy(actions, (action) => action.verb);
  if (byVerb.size === 1 && isOpen(choosing)) return [];
  return [...byVerb].flatMap(([verb, some]) => {
    if (Object.keys(some[0].args).length === 0) return some.map((action) => chip(choosing, action, doing));
    return isReached(choosing, verb, things) ? [] : [verbChip(choosing, verb, doing)];
  });
}

/** Whether the parts of one verb are offered already. @param {Choosing} choosing */
function isOpen(choosing) {
  return nextPart(choosing, choosing.fits().map((fit) => fit.action)) !== null;
}

/** @param {Choosing} choosing @param {string} verb @param {Thing[]} things */
function isReached(choosing, verb, things) {
  const leads = (/** @type {Thing} */ thing) => choosing.fits([...choosing.picks, thing]).some((fit) => fit.action.verb === verb);
  return things.some(leads);
}

/** @param {Choosing} choosing @param {string} verb @param {Doing} doing */
function verbChip(choosing, verb, doing) {
  const said = choosing.verbs.get(verb);
  const firstOf = (/** @type {VerbSaid|undefined} */ each) => each?.pieces[0]?.text?.trim() || words(each?.name ?? verb);
  // Of several that begin with the same word, each is called by its name.
  const isAlone = [...choosing.verbs.values()].filter((each) => firstOf(each) === firstOf(said)).length < 2;
  const first = isAlone ? firstOf(said) : words(verb);
  const press = () => {
    choosing.choose('verb', '', verb);
    doing.changed();
  };
  return button(`${capital(first)}…`, press, { class: 'chip', title: said?.help ?? '' });
}

/**
 * The argument that is to be chosen next by a chip or by steps: one of words, numbers or seats in which the actions differ.
 * @param {Choosing} choosing @param {LegalAction[]} actions
 */
function nextPart(choosing, actions) {
  const fits = choosing.fits();
  const verb = actions[0]?.verb;
  if (!verb || actions.some((action) => action.verb !== verb) || actions.length < 2) return null;
  const free = choosing.argsOf(verb).filter((arg) => !fits[0].filled.has(arg.name) && arg.kind !== 'square');
  const part = free.find((arg) => new Set(actions.map((action) => action.args[arg.name])).size > 1);
  return part ? { arg: part, values: [...new Set(actions.map((action) => action.args[part.name]))] } : null;
}

/** What the next part can be, as chips or by steps. */
function parts(/** @type {Choosing} */ choosing, /** @type {LegalAction[]} */ actions, /** @type {Thing[]} */ things, /** @type {Doing} */ doing) {
  const { shape } = choosing;
  if (shape) return shape.ways.length > 1 ? [valueChips(choosing, shape.arg, shape.ways.map((way) => way.name), doing)] : [];
  const part = nextPart(choosing, actions);
  // Few actions are chips themselves.
  if (!part || (actions.length <= CHIPS && part.values.length <= NUMBERS)) return [];
  // Cards that lie there are tapped.
  const pieces = things.filter((thing) => thing.kind === 'piece');
  if (!tapped(choosing) && (isOfCards(choosing, actions[0].verb, things) || isReached(choosing, actions[0].verb, pieces) || actions.every((action) => ofRows(choosing, things).has(action)))) return [];
  const { arg, values } = part;
  if (arg.kind === 'number' && values.length > NUMBERS) {
    const { element, act } = bidding(choosing, actions, [arg.name], doing);
    return [element, act];
  }
  return [valueChips(choosing, arg, values.filter((value) => value !== undefined), doing)];
}

/** Values of an argument to choose from; a shape is drawn in each of the ways in which it can lie. @param {Choosing} choosing @param {ArgSaid} arg @param {any[]} values @param {Doing} doing */
function valueChips(choosing, arg, values, doing) {
  const rowOf = (/** @type {any} */ value) => (arg.of === null ? null : choosing.description.tables[arg.of]?.find((row) => row.name === value));
  const pick = (/** @type {any} */ value) => {
    choosing.choose('value', arg.name, value);
    doing.changed();
  };
  const chips = values.map((value, n) => {
    const told = String(choosing.told(arg.kind, value, arg.of));
    const isChosen = choosing.picks.some((each) => each.kind === 'value' && each.of === arg.name && each.value === String(value));
    const chip = button(told, () => pick(value), { class: isChosen ? 'chip chosen' : 'chip' });
    const drawn = rowOf(value)?.drawn;
    if (drawn) {
      chip.replaceChildren(drawing(drawn));
      chip.setAttribute('aria-label', `${told}, ${n + 1} of ${values.length}`);
      chip.setAttribute('aria-pressed', String(isChosen));
    }
    return chip;
  });
  return make('div', { class: chips.some((chip) => chip.querySelector('.drawing')) ? 'chips ways' : 'chips', role: 'group', 'aria-label': words(arg.name) }, ...chips);
}

/** A shape of several squares. @param {string[]} rows */
function drawing(rows) {
  const squares = rows.flatMap((row, y) => [...row].flatMap((sign, x) => (sign === 'x' ? `M${x + 0.05} ${y + 0.05}h.9v.9h-.9z` : [])));
  const [width, height] = [Math.max(...rows.map((row) => row.length)), rows.length];
  const drawn = svg('svg', { class: 'drawing', viewBox: `0 0 ${width} ${height}`, width: `${width}em`, height: `${height}em`, 'aria-hidden': 'true' });
  drawn.append(svg('path', { d: squares.join('') }));
  return drawn;
}
