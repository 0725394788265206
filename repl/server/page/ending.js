// @ts-check
// After the end of a match: who has won, the scores, and what next.

import { button, capital, listed, make, part, sentence } from './make.js';
import { lostOnTime } from './clocks.js';
import { lettered, sitter } from './names.js';
import { linkTo } from './tables.js';

/**
 * @typedef {import('./talk.js').Talk} Talk
 */

/** Shows how a match ended. @param {HTMLElement} host @param {State} state @param {Talk} talk @param {boolean} isTogether @param {() => void} lookBack */
export function ending(host, state, talk, isTogether, lookBack) {
  const over = state.over;
  if (!over) return;
  part('prompt').textContent = isTogether ? together(state) : verdict(state);
  part('sub').textContent = sentence(lostOnTime(state) ?? lettered(over.reason ?? '', Object.keys(over.scores)));
  const next = [button('Look back', lookBack), make('a', { class: 'button', href: '/', text: 'Lobby' })];
  const table = isOfWins(over) ? [] : [scores(state)];
  host.replaceChildren(...table, make('div', { class: 'chips after' }, ...oncemore(state, talk), ...next));
}

/** The way to another match with the seats turned: asked for, agreed to, or made already. @param {State} state @param {Talk} talk */
function oncemore(state, talk) {
  const { may, asked_by: by, table } = state.again ?? { may: false, asked_by: null, table: null };
  if (table) return [make('a', { class: 'button', href: linkTo(table, talk.token), text: 'To the next match' })];
  if (!may) return [];
  const answer = (/** @type {boolean} */ yes) => talk.ask({ type: 'answer', yes });
  if (by === state.seat) return [make('span', { text: 'The others are asked…' })];
  if (by) return [button(`Play again with ${sitter(state, by)}`, () => answer(true), { class: 'filled', key: 'Enter' }), button('No', () => answer(false))];
  return [button('Play again', () => talk.ask({ type: 'again' }), { class: 'filled', key: 'Enter', title: 'Another match, everybody on the next seat' })];
}

/** Where all play together there is one score, whatever it is worth. @param {State} state */
function together(state) {
  const points = Object.values(state.over?.scores ?? {})[0];
  return points === undefined ? 'The match is over' : `The match is over: ${points} ${points === 1 ? 'point' : 'points'} together`;
}

/** @param {State} state */
function verdict(state) {
  const winners = state.over?.winners ?? [];
  if (winners.length === 0) return 'The match is drawn';
  const others = winners.filter((seat) => seat !== state.seat).map((seat) => sitter(state, seat));
  if (others.length === winners.length) return `${capital(listed(others))} ${others.length > 1 ? 'have' : 'has'} won`;
  return others.length > 0 ? `You and ${listed(others)} have won` : 'You have won';
}

/** True if the scores say nothing but who has won. @param {Ending} over */
function isOfWins({ scores, winners }) {
  const worth = winners.length > 0 ? (/** @type {string} */ seat) => [Number(winners.includes(seat))] : () => [0, 0.5];
  return Object.entries(scores).every(([seat, score]) => worth(seat).includes(score));
}

/** The scores, the best first: where whoever has won has fewer than others, that is the least. @param {State} state */
function scores(state) {
  const over = state.over;
  const entries = Object.entries(over?.scores ?? {});
  const of = (/** @type {boolean} */ won) => entries.filter(([seat]) => over?.winners.includes(seat) === won).map(([, score]) => score);
  const [won, others] = [of(true), of(false)];
  const way = won.length > 0 && others.length > 0 && Math.max(...won) < Math.min(...others) ? -1 : 1;
  entries.sort(([, a], [, b]) => way * (b - a));
  // Where the table counts points against the seats, they are told as it has them.
  const points = new Map((state.scene?.seats ?? []).map((/** @type {any} */ seat) => [seat.seat, Number(seat.score?.value)]));
  const isOfLosses = entries.every(([seat, score]) => points.get(seat) === -score);
  const rows = entries.map(([seat, score]) => {
    const name = seat === state.seat ? 'You' : capital(sitter(state, seat));
    return make('tr', { class: over?.winners.includes(seat) ? 'won' : '' }, make('th', { scope: 'row', text: name }), make('td', { text: String(isOfLosses ? -score : score) }));
  });
  return make('table', { class: 'scores' }, make('caption', { class: 'unseen', text: 'scores' }), make('tbody', {}, ...rows));
}
