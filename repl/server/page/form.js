// @ts-check
// The form for a table, made from what a game declares: variant, seats, robots and options.

import { around, chosenAround } from './around.js';
import { button, capital, make, words } from './make.js';
import { guide } from './guide.js';
import { linkTo, makeTable } from './tables.js';
import { openSheet } from './settings.js';

/** The one who fills in the form, and somebody who is sent a link. */
const ME = 'you', FRIEND = 'a friend';

/** Fills the form for a game. @param {HTMLFormElement} form @param {Description} game */
export function choice(form, game) {
  const seats = make('div', { class: 'seats' });
  const level = robots(game, () => fillSeats(seats, game, count(form, game), levelOf(form)));
  const fault = make('p', { class: 'fault', role: 'alert' });
  const parts = [
    make('h2', { text: game.title }),
    make('p', { class: 'summary', text: game.summary }),
    variants(game),
    level,
    size(game, () => fillSeats(seats, game, count(form, game), levelOf(form))),
    seats,
    options(game),
    around(),
    make('div', { class: 'chips' }, make('button', { type: 'submit', class: 'filled' }, make('span', { text: 'Play' }), make('kbd', { text: 'Enter' })), button('Guide', () => openGuide(game))),
    fault,
  ];
  form.replaceChildren(...parts.filter((each) => each !== null));
  fillSeats(seats, game, count(form, game), levelOf(form));
  form.hidden = false;
  form.onsubmit = (event) => {
    event.preventDefault();
    void begin(form, game, fault);
  };
}

/** @param {Description} game */
function openGuide(game) {
  openSheet(`How ${game.title} is played`, guide(game.guide ?? game.summary, game.verbs));
}

/** @param {Description} game */
function variants(game) {
  if (game.variants.length === 0) return null;
  const items = [make('option', { value: '', text: 'as it is played mostly' }), ...game.variants.map((each) => make('option', { value: each.name, text: words(each.name) }))];
  const help = make('small', {});
  const select = make('select', { name: 'variant' }, ...items);
  select.addEventListener('change', () => (help.textContent = game.variants.find((each) => each.name === select.value)?.help ?? ''));
  return make('label', { class: 'row' }, make('span', { text: 'Variant' }), select, help);
}

/** @param {Description} game @param {() => void} changed */
function robots(game, changed) {
  if (game.levels.length < 2) return null;
  const middle = game.levels[Math.floor(game.levels.length / 2)];
  const choices = game.levels.map((level) => {
    const radio = make('input', { type: 'radio', name: 'level', value: level, checked: level === middle, on: { change: changed } });
    return make('label', {}, radio, make('span', { text: capital(level) }));
  });
  return make('fieldset', {}, make('legend', { text: 'Against robots' }), make('div', { class: 'segments' }, ...choices));
}

/** @param {Description} game @param {() => void} changed */
function size(game, changed) {
  const { counts } = game.seats;
  if (counts.length === 1) return null;
  const items = counts.map((n) => make('option', { value: n, text: String(n), selected: n === game.seats.default }));
  return make('label', { class: 'row' }, make('span', { text: 'Players' }), make('select', { name: 'count', on: { change: changed } }, ...items));
}

/** @param {HTMLFormElement} form @param {Description} game */
function count(form, game) {
  return Number(new FormData(form).get('count') ?? game.seats.default);
}

/** @param {HTMLFormElement} form */
function levelOf(form) {
  return String(new FormData(form).get('level') ?? '');
}

/** A row for each seat: who sits there. */
function fillSeats(/** @type {HTMLElement} */ host, /** @type {Description} */ game, /** @type {number} */ count, /** @type {string} */ level) {
  const names = count === game.seats.names.length ? game.seats.names : game.seats.all_names.slice(0, count);
  const before = [...host.querySelectorAll('select')].map((select) => select.value);
  const rows = Array.from({ length: count }, (_, n) => {
    const kept = [ME, FRIEND].includes(before[n]) ? before[n] : null;
    return seatRow(game, names[n] ?? `seat ${n + 1}`, n, kept ?? (n === 0 && before.length === 0 ? ME : level));
  });
  host.replaceChildren(...rows);
}

/** @param {Description} game @param {string} name @param {number} n @param {string} who */
function seatRow(game, name, n, who) {
  const levels = game.levels.map((level) => ({ value: level, text: `robot, ${level}` }));
  const others = game.robots.map((robot) => ({ value: robot.name, text: `robot: ${words(robot.name)}` }));
  const all = [{ value: ME, text: ME }, { value: FRIEND, text: `${FRIEND}, by a link` }, ...levels, ...others];
  const fallback = all[2]?.value ?? FRIEND;
  const chosen = all.some((each) => each.value === who) ? who : fallback;
  const items = all.map(({ value, text }) => make('option', { value, text, selected: value === chosen }));
  const select = make('select', { name: `seat-${n}` }, ...items);
  // One sits on one seat: who was there before gives way.
  select.addEventListener('change', () => select.value === ME && giveWay(select, fallback));
  return make('label', { class: 'row' }, make('span', { text: capital(words(name)) }), select);
}

/** @param {HTMLSelectElement} select @param {string} other */
function giveWay(select, other) {
  for (const each of select.closest('.seats')?.querySelectorAll('select') ?? []) if (each !== select && each.value === ME) each.value = other;
}

/** @param {Description} game */
function options(game) {
  const entries = Object.entries(game.options);
  if (entries.length === 0) return null;
  return make('details', {}, make('summary', { text: 'Options' }), ...entries.map(([name, option]) => optionRow(name, option)));
}

/** @param {string} name @param {OptionSaid} option */
function optionRow(name, option) {
  return make('label', { class: 'row', title: option.help }, make('span', { text: capital(words(name)) }), control(name, option), make('small', { text: option.help }));
}

/** @param {string} name @param {OptionSaid} option */
function control(name, option) {
  const key = `option-${name}`;
  if (option.kind === 'bool') return make('input', { type: 'checkbox', name: key, checked: option.value === true });
  if (option.choices.length > 0) {
    return make('select', { name: key }, ...option.choices.map((each) => make('option', { value: each, text: words(String(each)), selected: each === option.value })));
  }
  return make('input', { type: option.kind === 'int' ? 'number' : 'text', name: key, value: option.value, min: option.min, max: option.max });
}

/** The options that aren't at their defaults. @param {FormData} data @param {Description} game */
function chosenOptions(data, game) {
  const entries = Object.entries(game.options).map(([name, option]) => {
    const text = data.get(`option-${name}`);
    const value = option.kind === 'bool' ? text !== null : option.kind === 'int' ? Number(text) : text;
    return { name, value, is_default: String(value) === String(option.default) };
  });
  return Object.fromEntries(entries.filter((each) => !each.is_default).map(({ name, value }) => [name, value]));
}

/** Makes the table and goes there. */
async function begin(/** @type {HTMLFormElement} */ form, /** @type {Description} */ game, /** @type {HTMLElement} */ fault) {
  const data = new FormData(form);
  const sits = Array.from({ length: count(form, game) }, (_, n) => String(data.get(`seat-${n}`)));
  const seats = sits.map((who) => (who === ME || who === FRIEND ? 'open' : who));
  const body = { game: game.name, variant: data.get('variant') || null, options: chosenOptions(data, game), seats, ...chosenAround(data) };
  try {
    const { id, entry } = await makeTable(body, game.title, sits.slice(0, sits.indexOf(ME)).filter((who) => who === FRIEND).length);
    location.assign(linkTo(id, entry.mine));
  } catch (error) {
    fault.textContent = error instanceof Error ? error.message : String(error);
  }
}
