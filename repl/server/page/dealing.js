// @ts-check
// Before a match with a fair deal: everybody says a word.

import { button, capital, listed, make, part, words } from './make.js';

/**
 * @typedef {import('./talk.js').Talk} Talk
 */

/** Asks for a word, or says for whom the match waits. @param {HTMLElement} host @param {State} state @param {Talk} talk */
export function gather(host, state, talk) {
  const waits = state.fair?.waits_for ?? [];
  const isMine = state.seat !== null && waits.includes(state.seat);
  part('prompt').textContent = isMine ? 'Say a word for the deal' : `The deal waits for ${listed(waits.map(words))}`;
  part('sub').textContent = 'The cards follow from a secret of the server and from a word of everybody, so that nobody can choose them.';
  part('panel').classList.toggle('is-due', isMine);
  if (!isMine) return host.replaceChildren();
  if (host.querySelector('.word')) return;
  const fault = make('p', { class: 'fault', role: 'alert' });
  const field = make('input', { name: 'word', maxlength: 40, autocomplete: 'off', 'aria-label': 'your word' });
  const say = async () => {
    const answer = await talk.ask({ type: 'word', word: field.value });
    if (answer.type === 'refused') fault.textContent = capital(String(answer.why));
  };
  const form = make('form', { class: 'word' }, field, button('Say it', say, { class: 'filled', key: 'Enter' }), fault);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void say();
  });
  host.replaceChildren(form);
}
