// @ts-check
// After the end of a match: who has won, the scores, and what next.

import { button, capital, listed, make, part, words } from './make.js';
import { again, kept } from './tables.js';

/** @typedef {import('./types.js').State} State */

/** Shows how a match ended. @param {HTMLElement} host @param {State} state @param {string} table @param {boolean} isTogether */
export function ending(host, state, table, isTogether) {
  const over = state.over;
  if (!over) return;
  part('prompt').textContent = isTogether ? together(state) : verdict(state);
  part('sub').textContent = over.reason ? capital(over.reason) : '';
  const next = [make('a', { class: 'button', href: '/', text: 'Lobby' })];
  const play = kept(table) ? [button('Play again', () => again(table), { class: 'filled', key: 'Enter' })] : [];
  host.replaceChildren(scores(state), make('div', { class: 'chips' }, ...play, ...next));
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
  const others = winners.filter((seat) => seat !== state.seat).map(words);
  if (others.length === winners.length) return `${capital(listed(others))} ${others.length > 1 ? 'have' : 'has'} won`;
  return others.length > 0 ? `You and ${listed(others)} have won` : 'You have won';
}

/** The scores, the best first. @param {State} state */
function scores(state) {
  const over = state.over;
  const entries = Object.entries(over?.scores ?? {}).sort(([, a], [, b]) => b - a);
  const rows = entries.map(([seat, score]) => {
    const name = seat === state.seat ? 'You' : capital(words(seat));
    return make('tr', { class: over?.winners.includes(seat) ? 'won' : '' }, make('th', { scope: 'row', text: name }), make('td', { text: String(score) }));
  });
  return make('table', { class: 'scores' }, make('caption', { class: 'unseen', text: 'scores' }), make('tbody', {}, ...rows));
}
