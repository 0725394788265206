// @ts-check
// A number as an argument: a step up or down from the last one, some that are often meant, and where there is a second
// argument, such as the face of dice or the suit of a contract, all of its values.

import { suitOf } from './cards.js';
import { button, capital, make, words } from './make.js';

/**
 * @typedef {import('./choosing.js').Choosing} Choosing
 * @typedef {import('./offers.js').Doing} Doing
 */

/** Faces of dice as they are written. */
const DICE = ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'];

/** The action that each verb's buttons stand at, for the version of a table. @type {{version: number, at: Map<string, string>}} */
const kept = { version: -1, at: new Map() };

/** The arguments of a verb in which some of its actions differ, if these are a number, or a number and another or a word. @param {Choosing} choosing @param {LegalAction[]} actions */
export function numbersOf(choosing, actions) {
  const verb = actions[0]?.verb;
  const args = choosing.argsOf(verb ?? '').filter((arg) => new Set(actions.map((action) => action.args[arg.name])).size > 1);
  const isNumber = (/** @type {ArgSaid} */ arg) => actions.every((action) => typeof action.args[arg.name] === 'number');
  const isValue = (/** @type {ArgSaid} */ arg) => isNumber(arg) || (arg.kind === 'word' && actions.every((action) => Boolean(action.args[arg.name])));
  const sorted = [...args.filter(isNumber), ...args.filter((arg) => !isNumber(arg))];
  return args.length > 0 && args.length < 3 && isNumber(sorted[0]) && sorted.every(isValue) ? sorted.map((arg) => arg.name) : null;
}

/** Lets a number be chosen: the buttons for that, the one that acts, and the action for Enter once it was chosen. @param {Choosing} choosing @param {LegalAction[]} actions @param {string[]} names @param {Doing} doing */
export function bidding(choosing, actions, names, doing) {
  const [first, second] = order(actions, names);
  const all = second ? inOrder(actions, first, second) : [];
  const sorted = [...actions].sort((a, b) => a.args[first] - b.args[first] || all.indexOf(a.args[second]) - all.indexOf(b.args[second]));
  const now = current(choosing, sorted);
  const go = (/** @type {LegalAction|undefined} */ to) => {
    if (!to) return;
    kept.at.set(to.verb, to.action);
    doing.changed();
  };
  const said = capital(choosing.say(now)), last = second ? suitOf(now.args[second], all) : null;
  const act = button(last ? said.replace(/.$/, last.text) : said, () => doing.act(now.action), { class: 'filled' });
  const parts = [second ? null : presets(sorted, first, now, go), stepper(choosing, sorted, [first, second], now, go), second ? values(choosing, sorted, [first, second], all, now, go) : null];
  return { element: make('div', { class: 'bidding' }, ...parts), act, action: kept.at.get(now.verb) === now.action ? now.action : null };
}

/** The number that goes up by steps, and the one of few values, if there are two. @param {LegalAction[]} actions @param {string[]} names */
function order(actions, names) {
  const count = (/** @type {string} */ name) => new Set(actions.map((action) => action.args[name])).size;
  // A bid is told as how many of what: the second number is the kind, unless it has more values than can be shown.
  const areNumbers = names.every((name) => typeof actions[0].args[name] === 'number');
  return areNumbers && names.length === 2 && count(names[1]) > 10 && count(names[0]) <= 10 ? [names[1], names[0]] : names;
}

/** The values of the second argument: numbers by size, words as those of one first number are listed. @param {LegalAction[]} actions @param {string} first @param {string} second @returns {any[]} */
function inOrder(actions, first, second) {
  const most = [...Map.groupBy(actions, (action) => action.args[first]).values()].reduce((most, some) => (some.length > most.length ? some : most));
  const all = [...new Set([...most, ...actions].map((action) => action.args[second]))];
  return typeof all[0] === 'number' ? all.sort((a, b) => a - b) : all;
}

/** Where it stands: at what was chosen last, or at the least that can be done, which is the step from the last bid. @param {Choosing} choosing @param {LegalAction[]} sorted */
function current(choosing, sorted) {
  if (kept.version !== choosing.state.version) kept.at.clear();
  kept.version = choosing.state.version;
  return sorted.find((action) => action.action === kept.at.get(action.verb)) ?? sorted[0];
}

/** Numbers that are often meant: the least, about a half, all. */
function presets(/** @type {LegalAction[]} */ sorted, /** @type {string} */ name, /** @type {LegalAction} */ now, /** @type {(to: LegalAction|undefined) => void} */ go) {
  const [least, most] = [sorted[0].args[name], sorted[sorted.length - 1].args[name]];
  const nearest = (/** @type {number} */ value) => sorted.findLast((action) => action.args[name] <= value) ?? sorted[0];
  const named = new Map([['Least', sorted[0]], ['Double', nearest(2 * least)], ['Half', nearest((least + most) / 2)], ['All', sorted[sorted.length - 1]]]);
  const seen = new Set();
  const chips = [...named].filter(([, action]) => !seen.has(action) && seen.add(action)).map(([text, action]) => {
    const chip = button(text, () => go(action), { class: `chip preset${action === now ? ' chosen' : ''}` });
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
function values(/** @type {Choosing} */ choosing, /** @type {LegalAction[]} */ sorted, /** @type {string[]} */ [first, second], /** @type {any[]} */ all, /** @type {LegalAction} */ now, /** @type {(to: LegalAction|undefined) => void} */ go) {
  const areDice = (choosing.state.scene?.dice ?? []).length > 0 && all.every((value) => value > 0 && value < 7);
  const chips = all.map((value) => {
    const of = sorted.filter((action) => action.args[second] === value);
    const to = of.find((action) => action.args[first] === now.args[first]) ?? of.find((action) => action.args[first] > now.args[first]) ?? of[0];
    const sign = suitOf(value, all);
    const chip = button(areDice ? DICE[value - 1] : sign?.text ?? words(String(value)), () => go(to), { class: `chip value${areDice ? ' die' : ''}${sign ? ` face ${sign.suit}` : ''}${value === now.args[second] ? ' chosen' : ''}` });
    chip.setAttribute('aria-pressed', String(value === now.args[second]));
    chip.setAttribute('aria-label', `${words(second)} ${value}`);
    return chip;
  });
  return make('div', { class: 'chips', role: 'group', 'aria-label': words(second) }, ...chips);
}
