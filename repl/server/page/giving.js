// @ts-check
// Ends that players make: giving the match up, and offers of a draw.

import { button, listed, make, words } from './make.js';
import { openSheet } from './settings.js';

/**
 * @typedef {import('./act.js').Act} Act
 */

/** What others have asked about the end of a match, which waits for an answer. @param {State} state @param {Act} act */
export function ends(state, act) {
  if (!state.seat || state.over) return [];
  const answer = (/** @type {boolean} */ yes) => asks({ type: 'answer', yes }, act);
  const tools = [];
  const { offer, resign } = state;
  if (offer?.by && offer.waits_for.includes(state.seat)) {
    tools.push(button(`Accept the draw of ${words(offer.by)}`, () => answer(true), { class: 'may' }), button('Decline', () => answer(false)));
  } else if (offer?.by === state.seat) {
    act.note(`You have offered a draw to ${listed(offer.waits_for.map(words))}`, null);
  }
  if (resign?.asked_by && resign.asked_by !== state.seat) {
    tools.push(button(`Let ${words(resign.asked_by)} end the match`, () => answer(true), { class: 'may' }), button('Play on', () => answer(false)));
  }
  return tools;
}

/** What one can do oneself to end a match. @param {State} state @param {Act} act */
export function givingUp(state, act) {
  if (!state.seat || state.over) return [];
  const draw = () => asks({ type: 'offer', kind: 'draw' }, act);
  const resign = () => sure('Do you give this match up?', 'The other side has won then.', 'Resign', () => asks({ type: 'resign' }, act));
  const isAsked = state.resign?.asked_by && state.resign.asked_by !== state.seat;
  return [...(state.offer?.may ? [button('Offer draw', draw)] : []), ...(state.resign?.may && !isAsked ? [button('Resign', resign)] : [])];
}

/** @param {any} frame @param {Act} act */
function asks(frame, act) {
  return act.talk.ask(frame).then((answer) => told(answer, act));
}

/** Asks before something that can't be taken back. @param {string} title @param {string} text @param {string} yes @param {() => void} does */
function sure(title, text, yes, does) {
  const answer = (/** @type {() => void} */ then) => () => {
    sheet.close();
    then();
  };
  const go = button(yes, answer(does), { class: 'filled' });
  const sheet = openSheet(title, make('p', { text }), make('div', { class: 'answers' }, go, button('Play on', answer(() => {}))));
}

/** @param {any} answer @param {Act} act */
function told(answer, act) {
  if (answer.type === 'refused') act.note(String(answer.why), null);
  if (answer.type === 'asked') act.note('The others are asked', null);
}
