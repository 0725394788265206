// @ts-check
// The players of the seats, and their replacement: a robot for a person, a person for a robot.

import { button, capital, make, words } from './make.js';
import { given, kept, linkTo } from './tables.js';
import { linkRow } from './invite.js';
import { openSheet } from './settings.js';

/**
 * @typedef {import('./talk.js').Talk} Talk
 */

/** Opens the sheet of seats. @param {State} state @param {Description} description @param {Talk} talk */
export function openSeats(state, description, talk) {
  const fault = make('p', { class: 'fault', role: 'alert' });
  const put = async (/** @type {string} */ seat, /** @type {string} */ player) => {
    const answer = await talk.ask({ type: 'seat', seat, player });
    if (answer.type === 'refused') fault.textContent = capital(String(answer.why));
    else if (answer.offered) offered(sheet, talk.table, seat);
    else arrived(sheet, talk, seat, player, answer.token);
  };
  const rows = (state.players ?? []).map((sits) => row(state, description, sits, put));
  const sheet = openSheet('Seats', make('div', { class: 'sitting' }, ...rows), ...known(state), ...deal(state), fault);
  return sheet;
}

/** What one should know of who made the table. @param {State} state */
function known(state) {
  if (!state.seed_known) return [];
  const how = state.seed_known === 'seed' ? 'has chosen the seed of this match' : 'has brought this match along as a save';
  return [make('p', { class: 'summary', text: `Whoever made the table ${how}, and so can know what is hidden and what chance will bring.` })];
}

/** Who may have seen other cards hands on no link to a seat: whoever looks on takes it over. */
function offered(/** @type {HTMLDialogElement} */ sheet, /** @type {string} */ table, /** @type {string} */ seat) {
  sheet.close();
  const entry = kept(table);
  const text = `In a game of hidden cards the link to a seat goes through nobody’s hands who may have seen others. Whoever looks on can take over ${words(seat)} from now on: they open this link, then “Seats”.`;
  openSheet(`A person for ${words(seat)}`, make('p', { text }), ...(entry?.watch ? [linkRow('who looks on', linkTo(table, entry.watch))] : []));
}

/** After a seat has changed: one goes to the seat that one has taken, or sends its link to somebody. */
function arrived(/** @type {HTMLDialogElement} */ sheet, /** @type {Talk} */ talk, /** @type {string} */ seat, /** @type {string} */ player, /** @type {string|undefined} */ token) {
  sheet.close();
  if (!token) return;
  given(talk.table, seat, token);
  const link = linkTo(talk.table, token);
  if (player === 'me') location.assign(link);
  else openSheet(`A link for ${words(seat)}`, make('p', { text: 'Whoever opens it sits down there.' }), make('input', { readonly: true, value: link, 'aria-label': 'link' }));
}

/** @param {State} state @param {Description} description @param {Sitting} sits @param {(seat: string, player: string) => void} put */
function row(state, description, sits, put) {
  const isPerson = sits.player === 'human';
  const isMine = sits.seat === state.seat;
  const robot = `robot: ${words(sits.player)}${sits.stands_in ? `, as long as ${sits.name ?? 'its person'} is away` : ''}`;
  const name = isMine ? 'you' : isPerson ? sits.name ?? 'a person' : robot;
  const here = isPerson && !isMine ? (sits.is_here ? ', here' : ', not here') : '';
  return make('div', { class: 'sits' }, make('b', { text: capital(words(sits.seat)) }), make('span', { text: `${name}${here}` }), make('div', { class: 'chips' }, ...changes(state, description, sits, put)));
}

/** What can be changed about a seat. @param {State} state @param {Description} description @param {Sitting} sits @param {(seat: string, player: string) => void} put */
function changes(state, description, sits, put) {
  if (state.over) return [];
  const isPerson = sits.player === 'human';
  const mayLeave = sits.seat === state.seat || (state.host === true && !sits.is_here);
  if (isPerson) return mayLeave ? [robots(description, sits, put)] : [];
  const back = sits.seat === state.away ? [button('Take it back', () => put(sits.seat, 'me'), { class: 'may' })] : [];
  const take = !state.seat && !state.away && state.take_over && !sits.is_taken ? [button('Play here', () => put(sits.seat, 'me'), { class: 'may' })] : [];
  const invite = state.host && !sits.is_taken ? [button('Invite a person', () => put(sits.seat, 'open'))] : [];
  return [...back, ...take, ...invite];
}

/** Lets the host put a robot where somebody is to act who isn't here. @param {State} state @param {Description} description @param {Talk} talk @param {(text: string) => void} refused */
export function forAbsent(state, description, talk, refused) {
  if (!state.host || state.over) return [];
  const put = async (/** @type {string} */ seat, /** @type {string} */ player) => {
    const answer = await talk.ask({ type: 'seat', seat, player });
    if (answer.type === 'refused') refused(String(answer.why));
  };
  return absent(state).map((sits) => robots(description, sits, put));
}

/** Those who are to act and aren't here. @param {State} state */
export function absent(state) {
  const isAbsent = (/** @type {Sitting} */ sits) => state.to_act.includes(sits.seat) && sits.seat !== state.seat && sits.player === 'human' && sits.is_here === false;
  return (state.players ?? []).filter(isAbsent);
}

/** Gives a seat to a robot of a level. @param {Description} description @param {Sitting} sits @param {(seat: string, player: string) => void} put */
function robots(description, sits, put) {
  const items = description.levels.map((level) => make('option', { value: level, text: `a robot, ${level}` }));
  const select = make('select', { 'aria-label': `who plays ${words(sits.seat)}` }, make('option', { value: '', text: `Let a robot play for ${words(sits.seat)}…` }), ...items);
  select.addEventListener('change', () => select.value && put(sits.seat, select.value));
  return select;
}

/** What proves that the deal is fair. @param {State} state */
function deal(state) {
  const { fair } = state;
  if (!fair) return [];
  const said = Object.entries(fair.words ?? {}).map(([seat, word]) => make('p', {}, make('b', { text: `${capital(words(seat))}: ` }), word || '(nothing)'));
  const secret = fair.secret ? [make('p', {}, 'The secret: ', make('code', { text: fair.secret }))] : [];
  const text = 'Before the match the server has shown the hash of a secret. The deal follows from the secret and the words of all. After the match its save has both, and “parlour verify” works everything out again.';
  return [make('h3', { text: 'A fair deal' }), make('p', { text }), make('p', {}, 'The hash: ', make('code', { text: fair.commitment })), ...said, ...secret];
}
