// @ts-check
// What is offered beside the table: the prompt, choices as chips, numbers on a slider, the composed action as a button.

import { button, capital, make, words } from './make.js';
import { counted, sentenceOf } from './composing.js';

/**
 * @typedef {import('./choosing.js').Choosing} Choosing
 * @typedef {import('./composing.js').Composed} Composed
 * @typedef {{act: (text: string) => void, changed: () => void, clear: () => void,
 *   check: (text: string) => {allowed: boolean, text: string}|null}} Doing
 */

/** Actions that are all shown as chips; of more, what leads to them is. */
const CHIPS = 12;
/** Numbers that are chips; more of them are a slider. */
const NUMBERS = 10;

/**
 * Shows what can be done. Returns the text of the action that Enter does, if there is one.
 * @param {HTMLElement} host @param {Choosing} choosing @param {Thing[]} things @param {Doing} doing @returns {string|null}
 */
export function offer(host, choosing, things, doing) {
  const fits = choosing.fits().map((fit) => fit.action);
  const likely = choosing.likely() ?? entered(choosing, fits);
  const made = tapped(choosing) ? choosing.compositions() : [];
  const rest = fits.filter((action) => action !== likely);
  host.replaceChildren(
    ...filled(choosing, likely, made, doing),
    choices(choosing, rest, things, doing),
    ...parts(choosing, fits, doing),
  );
  const whole = made.find((each) => each.text !== null && doing.check(each.text)?.allowed);
  return likely?.action ?? whole?.text ?? null;
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
  const rows = likely ? [button(choosing.say(likely), () => doing.act(likely.action), { class: 'filled', key: 'Enter', title: helpOf(choosing, likely.verb) })] : [];
  return [...rows, ...made.map((each) => composition(choosing, each, doing))];
}

/** @param {Choosing} choosing @param {Composed} made @param {Doing} doing */
function composition(choosing, made, doing) {
  const { text } = made;
  if (text === null) return make('p', { class: 'composing', text: `${capital(words(made.verb.name))}: ${gaps(choosing, made)}` });
  const checked = doing.check(text);
  const press = button(capital(sentenceOf(made.verb, made.args, choosing.named)), () => doing.act(text), { class: checked?.allowed ? 'filled' : 'waits' });
  press.toggleAttribute('disabled', !checked?.allowed);
  const why = checked && !checked.allowed ? make('p', { class: 'why', text: checked.text }) : null;
  return make('div', { class: 'composed' }, press, why);
}

/** What a composed action has, and what it still lacks. @param {Choosing} choosing @param {Composed} made */
function gaps(choosing, made) {
  const had = Object.entries(made.args).map(([name, value]) => `${words(name)} ${Array.isArray(value) ? counted(value, choosing.named) : value}`);
  const lacks = made.missing.map((arg) => `choose what to ${words(arg.name)}`);
  return [...had, ...lacks].join('; ');
}

/** The chips: all that fit if these are few, and else the verbs. */
function choices(/** @type {Choosing} */ choosing, /** @type {LegalAction[]} */ actions, /** @type {Thing[]} */ things, /** @type {Doing} */ doing) {
  // What is tapped on a board needs no chips before something is picked.
  const isOnBoard = !tapped(choosing) && actions.every((action) => choosing.argsOf(action.verb).some((arg) => arg.kind === 'square'));
  const chips = actions.length <= CHIPS && !isOnBoard ? actions.map((action) => chip(choosing, action, doing)) : verbs(choosing, actions, things, doing);
  if (!tapped(choosing)) for (const { verb } of choosing.composable) chips.push(verbChip(choosing, verb, doing));
  return make('div', { class: 'chips', role: 'group', 'aria-label': 'choices' }, ...chips);
}

/** @param {Choosing} choosing @param {LegalAction} action @param {Doing} doing */
function chip(choosing, action, doing) {
  return button(choosing.say(action), () => doing.act(action.action), { class: 'chip', title: helpOf(choosing, action.verb) });
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
  const first = said?.pieces[0]?.text?.trim() || words(verb);
  const press = () => {
    choosing.choose('verb', '', verb);
    doing.changed();
  };
  return button(`${capital(first)}…`, press, { class: 'chip', title: said?.help ?? '' });
}

/**
 * The argument that is to be chosen next by a chip or a slider: one of words, numbers or seats in which the actions differ.
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

/** What the next part can be, as chips or on a slider. */
function parts(/** @type {Choosing} */ choosing, /** @type {LegalAction[]} */ actions, /** @type {Doing} */ doing) {
  const part = nextPart(choosing, actions);
  if (!part || (actions.length <= CHIPS && part.values.length <= NUMBERS)) return [];
  const { arg, values } = part;
  if (arg.kind === 'number' && values.length > NUMBERS) return [slider(choosing, arg.name, actions, doing)];
  const pick = (/** @type {any} */ value) => {
    choosing.choose('value', arg.name, value);
    doing.changed();
  };
  const chips = values.filter((value) => value !== undefined).map((value) => button(String(choosing.told(arg.kind, value)), () => pick(value), { class: 'chip' }));
  return [make('div', { class: 'chips', role: 'group', 'aria-label': words(arg.name) }, ...chips)];
}

/** A slider over the numbers of some actions, which may have gaps, and the action that it stands at. */
function slider(/** @type {Choosing} */ choosing, /** @type {string} */ name, /** @type {LegalAction[]} */ actions, /** @type {Doing} */ doing) {
  const sorted = [...actions].sort((a, b) => a.args[name] - b.args[name]);
  const shown = button(choosing.say(sorted[0]), () => doing.act(sorted[Number(range.value)].action), { class: 'filled' });
  const range = make('input', { type: 'range', min: 0, max: sorted.length - 1, step: 1, value: 0, 'aria-label': words(name) });
  const told = () => {
    const action = choosing.say(sorted[Number(range.value)]);
    shown.firstElementChild?.replaceChildren(action);
    range.setAttribute('aria-valuetext', action);
  };
  range.addEventListener('input', told);
  told();
  const ends = make('span', { class: 'ends', text: `${sorted[0].args[name]} to ${sorted[sorted.length - 1].args[name]}` });
  return make('div', { class: 'slider' }, range, ends, shown);
}
