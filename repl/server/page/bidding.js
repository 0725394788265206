// @ts-check
// A number as an argument: of few values all of them, in a box as of bids at bridge where a second argument belongs to
// it; of many, some that are often meant and a step up or down. Nothing is chosen before somebody has chosen it.

import { suitOf } from './cards.js';
import { button, capital, make, words } from './make.js';

/**
 * @typedef {import('./choosing.js').Choosing} Choosing
 * @typedef {import('./offers.js').Doing} Doing
 */

/** Faces of dice as they are written. */
const DICE = ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'];

/** Numbers that are shown all, and values of two arguments that stand in a grid where a page is wide. */
const ALL = 14, GRID = 42;

/** The action that each verb's buttons stand at, for the version of a table. @type {{version: number, at: Map<string, string>}} */
const kept = { version: -1, at: new Map() };

/** The arguments of a verb in which its actions can differ, if these are a number, or a number and another or a word. @param {Choosing} choosing @param {LegalAction[]} actions */
export function numbersOf(choosing, actions) {
  const verb = actions[0]?.verb;
  const isOpen = (/** @type {ArgSaid} */ arg) => new Set(actions.map((action) => action.args[arg.name])).size > 1;
  const args = choosing.argsOf(verb ?? '').filter((arg) => isOpen(arg) || arg.range || choosing.description.lists[arg.of ?? '']);
  const isNumber = (/** @type {ArgSaid} */ arg) => actions.every((action) => typeof action.args[arg.name] === 'number');
  const isValue = (/** @type {ArgSaid} */ arg) => isNumber(arg) || (arg.kind === 'word' && actions.every((action) => Boolean(action.args[arg.name])));
  const sorted = [...args.filter(isNumber), ...args.filter((arg) => !isNumber(arg))];
  return args.length > 0 && args.length < 3 && isNumber(sorted[0]) && sorted.every(isValue) ? sorted.map((arg) => arg.name) : null;
}

/** The number of values that a verb's numbers and words can have in all, whether they can be chosen now or not. @param {Choosing} choosing @param {LegalAction[]} actions @param {string[]} names */
export function extent(choosing, actions, names) {
  return names.reduce((all, name) => all * valuesOf(choosing, actions, name).length, 1);
}

/** Lets a number be chosen: the buttons for that, the one that acts, and the action for Enter once it was chosen. @param {Choosing} choosing @param {LegalAction[]} actions @param {string[]} names @param {Doing} doing */
export function bidding(choosing, actions, names, doing) {
  const [first, second] = order(actions, names);
  const numbers = valuesOf(choosing, actions, first), all = second ? valuesOf(choosing, actions, second) : [];
  const sorted = [...actions].sort((a, b) => a.args[first] - b.args[first] || all.indexOf(a.args[second]) - all.indexOf(b.args[second]));
  const chosen = current(choosing, sorted), now = chosen ?? sorted[0];
  const go = (/** @type {LegalAction|undefined} */ to) => {
    if (!to) return;
    // The same once more is meant.
    if (to === chosen && numbers.length <= ALL) return doing.act(to.action);
    kept.at.set(to.verb, to.action);
    doing.changed();
  };
  const isBox = numbers.length <= ALL && all.length <= ALL;
  const parts = isBox
    ? box(choosing, sorted, [first, second], [numbers, all], chosen, go)
    : [second ? null : presets(choosing, sorted, first, chosen, go), stepper(choosing, sorted, [first, second], now, go), second ? values(choosing, sorted, [first, second], all, chosen, go) : null];
  const last = second ? shown(choosing, now.args[second], all) : null, signed = choosing.say(now).replace(/( × |x)?.$/, last?.suit === 'die' ? ` × ${last.text}` : last?.text ?? '');
  const said = capital(last?.suit ? signed : choosing.say(now));
  const verb = choosing.verbs.get(now.verb)?.pieces[0]?.text?.trim() || words(now.verb);
  const act = button(isBox && !chosen ? `${capital(verb)}…` : said, () => doing.act(now.action), { class: chosen ? 'filled' : isBox ? 'waits' : 'chip' });
  act.toggleAttribute('disabled', isBox && !chosen);
  return { element: make('div', { class: 'bidding' }, ...parts), act, action: chosen?.action ?? null };
}

/**
 * All values of one argument, or of two: on a wide page each pair of them, and else those of either in a row of its own,
 * of which the first leads to the least that goes with it. What can't be chosen now is faint.
 * @param {Choosing} choosing @param {LegalAction[]} sorted @param {string[]} names @param {any[][]} values @param {LegalAction|undefined} chosen @param {(to: LegalAction|undefined) => void} go
 */
function box(choosing, sorted, [first, second], [numbers, all], chosen, go) {
  const cell = (/** @type {string} */ text, /** @type {string} */ suit, /** @type {boolean} */ isChosen, /** @type {LegalAction|undefined} */ to, /** @type {string} */ label) => {
    const made = button(text, () => go(to), { class: `chip cell ${suit === 'die' ? 'die' : `face ${suit}`}${isChosen ? ' chosen' : ''}` });
    made.setAttribute('aria-pressed', String(isChosen));
    made.setAttribute('aria-label', label);
    made.toggleAttribute('disabled', to === undefined);
    return made;
  };
  const rows = (/** @type {number} */ columns, /** @type {HTMLElement[]} */ cells) => {
    const made = make('div', { class: 'cells', role: 'group', 'aria-label': words(first) }, ...cells);
    made.style.setProperty('--columns', String(columns));
    return made;
  };
  const find = (/** @type {any} */ number, /** @type {any} */ value) => sorted.find((action) => (number === null || action.args[first] === number) && (value === null || action.args[second] === value));
  const sign = (/** @type {any} */ value) => shown(choosing, value, all);
  if (!second) return [rows(Math.ceil(numbers.length / Math.ceil(numbers.length / 7)), numbers.map((number) => ((to) => cell(String(number), '', to !== undefined && to === chosen, to, to ? choosing.say(to) : String(number)))(find(number, null))))];
  if (numbers.length * all.length <= GRID && matchMedia('(min-width: 900px)').matches) {
    const pairs = numbers.flatMap((number) => all.map((value) => ((to) => cell(`${number}${sign(value).text}`, sign(value).suit, to !== undefined && to === chosen, to, to ? choosing.say(to) : `${number} ${value}`))(find(number, value))));
    return [rows(all.length, pairs)];
  }
  const [at, of] = [chosen?.args[first] ?? null, chosen?.args[second] ?? null];
  return [
    rows(numbers.length, numbers.map((number) => cell(String(number), '', number === at, find(number, of) ?? find(number, null), `${words(first)} ${number}`))),
    rows(all.length, all.map((value) => cell(sign(value).text, sign(value).suit, value === of, find(at, value) ?? find(null, value), `${words(second)} ${value}`))),
  ];
}

/** The number that goes up by steps, and the one of few values, if there are two. @param {LegalAction[]} actions @param {string[]} names */
function order(actions, names) {
  const count = (/** @type {string} */ name) => new Set(actions.map((action) => action.args[name])).size;
  // A bid is told as how many of what: the second number is the kind, unless it has more values than can be shown.
  const areNumbers = names.every((name) => typeof actions[0].args[name] === 'number');
  return areNumbers && names.length === 2 && count(names[1]) > 10 && count(names[0]) <= 10 ? [names[1], names[0]] : names;
}

/** All values of an argument, also those that can't be chosen now: numbers of a range, words as they are listed. @param {Choosing} choosing @param {LegalAction[]} actions @param {string} name @returns {any[]} */
function valuesOf(choosing, actions, name) {
  const arg = choosing.argsOf(actions[0].verb).find((each) => each.name === name);
  const open = [...new Set(actions.map((action) => action.args[name]))];
  if (typeof open[0] !== 'number') return (choosing.description.lists[arg?.of ?? ''] ?? open);
  if (!arg?.range) return open.sort((a, b) => a - b);
  const [least, most] = arg.range;
  return Array.from({ length: most - least + 1 }, (_, n) => least + n);
}

/** The action that was chosen, if one was. @param {Choosing} choosing @param {LegalAction[]} sorted */
function current(choosing, sorted) {
  if (kept.version !== choosing.state.version) kept.at.clear();
  kept.version = choosing.state.version;
  return sorted.find((action) => action.action === kept.at.get(action.verb));
}

/** What a raise by a part of the pot comes to, with what a call of the highest bet puts in; nothing without a pot. @param {Choosing} choosing */
function ofPot({ state: { scene } }) {
  const stack = (/** @type {any} */ of) => of.facts.find((/** @type {any} */ fact) => fact.look === 'stack' && fact.number > 0);
  const pot = scene && stack(scene);
  if (!pot) return null;
  const bet = (/** @type {any} */ seat) => stack(seat)?.number ?? 0;
  const most = Math.max(...scene.seats.map(bet)), call = most - bet(scene.seats[0]);
  return { title: pot.title || pot.name, of: (/** @type {number} */ part) => most + part * (pot.number + call) };
}

/** Numbers that are often meant: the least, half of the pot or of all, all. */
function presets(/** @type {Choosing} */ choosing, /** @type {LegalAction[]} */ sorted, /** @type {string} */ name, /** @type {LegalAction|undefined} */ chosen, /** @type {(to: LegalAction|undefined) => void} */ go) {
  const [least, most] = [sorted[0].args[name], sorted[sorted.length - 1].args[name]];
  const nearest = (/** @type {number} */ value) => sorted.findLast((action) => action.args[name] <= value) ?? sorted[0];
  const pot = ofPot(choosing);
  const between = pot ? [[`½ ${pot.title}`, nearest(pot.of(0.5))], [capital(pot.title), nearest(pot.of(1))]] : [['Double', nearest(2 * least)], ['Half', nearest(most / 2)]];
  const named = new Map(/** @type {[string, LegalAction][]} */ ([['Least', sorted[0]], ['All', sorted[sorted.length - 1]], ...between]));
  const seen = new Set();
  const chips = [...named].filter(([, action]) => !seen.has(action) && seen.add(action)).sort(([, a], [, b]) => a.args[name] - b.args[name]).map(([text, action]) => {
    const chip = button(text, () => go(action), { class: `chip preset${action === chosen ? ' chosen' : ''}` });
    chip.append(make('b', { text: String(action.args[name]) }));
    return chip;
  });
  return make('div', { class: 'chips presets', role: 'group', 'aria-label': 'numbers' }, ...chips);
}

/** The two buttons that step, and the number between them. */
function stepper(/** @type {Choosing} */ choosing, /** @type {LegalAction[]} */ sorted, /** @type {string[]} */ [first, second], /** @type {LegalAction} */ now, /** @type {(to: LegalAction|undefined) => void} */ go) {
  const numbers = [...new Set(sorted.map((action) => Number(action.args[first])))];
  const at = numbers.indexOf(Number(now.args[first]));
  const of = (/** @type {number} */ number) => {
    const some = sorted.filter((action) => action.args[first] === number);
    return some.find((action) => !second || action.args[second] === now.args[second]) ?? some[0];
  };
  const less = button('−', () => go(of(numbers[at - 1])), { title: 'less' });
  const more = button('+', () => go(of(numbers[at + 1])), { title: 'more' });
  less.setAttribute('aria-label', 'less');
  more.setAttribute('aria-label', 'more');
  less.toggleAttribute('disabled', at <= 0);
  more.toggleAttribute('disabled', at >= numbers.length - 1);
  const field = make('input', { inputmode: 'numeric', value: now.args[first], 'aria-label': words(first), autocomplete: 'off' });
  field.addEventListener('change', () => {
    const wanted = Number(field.value);
    const near = numbers.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best), numbers[0]);
    go(of(Number.isFinite(wanted) ? near : numbers[at]));
  });
  const label = make('span', { text: choosing.verbs.get(now.verb)?.args.length === 1 ? `${numbers[0]} to ${numbers[numbers.length - 1]}` : words(first) });
  return make('div', { class: 'stepper' }, less, make('label', {}, field, label), more);
}

/** A button for each value of the second argument; with a value that needs more of the first, that steps up. */
function values(/** @type {Choosing} */ choosing, /** @type {LegalAction[]} */ sorted, /** @type {string[]} */ [first, second], /** @type {any[]} */ all, /** @type {LegalAction|undefined} */ chosen, /** @type {(to: LegalAction|undefined) => void} */ go) {
  const chips = all.map((value) => {
    const of = sorted.filter((action) => action.args[second] === value);
    const to = of.find((action) => action.args[first] >= (chosen ?? sorted[0]).args[first]) ?? of[0];
    const { text, suit } = shown(choosing, value, all);
    const chip = button(text, () => go(to), { class: `chip value ${suit === 'die' ? 'die' : `face ${suit}`}${value === chosen?.args[second] ? ' chosen' : ''}` });
    chip.setAttribute('aria-pressed', String(value === chosen?.args[second]));
    chip.setAttribute('aria-label', `${words(second)} ${value}`);
    return chip;
  });
  return make('div', { class: 'chips', role: 'group', 'aria-label': words(second) }, ...chips);
}

/** How one of the values of an argument is written: suits and faces of dice by their signs. @param {Choosing} choosing @param {any} value @param {any[]} all */
function shown(choosing, value, all) {
  const areDice = (choosing.state.scene?.dice ?? []).length > 0 && all.every((each) => each > 0 && each < 7);
  return suitOf(value, all) ?? (areDice ? { text: DICE[value - 1], suit: 'die' } : { text: words(String(value)), suit: '' });
}
