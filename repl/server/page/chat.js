// @ts-check
// The chat of a table: a panel with its history.

import { button, make, part, words } from './make.js';
import { sound } from './alerts.js';

/** @typedef {{seat: string, name?: string|null, text: string}} Line */

export class Chat {
  /** @param {import('./talk.js').Talk} talk @param {import('./said.js').Said} said */
  constructor(talk, said) {
    this.talk = talk;
    this.said = said;
    this.unread = 0;
    /** @type {string|null} */
    this.own = null;
    this.list = make('ol', { tabindex: 0, 'aria-label': 'what was written' });
    this.field = make('input', { 'aria-label': 'write to the others', placeholder: 'Write to the others', maxlength: 300, autocomplete: 'off' });
    const form = make('form', { class: 'write' }, this.field, button('Send', () => this.#send(), { class: 'may' }));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#send();
    });
    this.toggle = button('Chat', () => this.open(!document.body.classList.contains('shows-chat')), { class: 'quiet narrow-only' });
    const close = button('Close', () => this.open(false), { class: 'quiet narrow-only' });
    part('chat').replaceChildren(make('header', {}, make('h2', { text: 'Chat' }), close), this.list, form);
  }

  /** Shows the panel where there is somebody to write to. @param {State} state */
  show(state) {
    this.own = state.seat;
    const others = (state.players ?? []).some((sits) => sits.player === 'human' && sits.seat !== state.seat);
    const isOn = state.chat !== false && (others || this.list.children.length > 0) && state.seat !== null;
    part('chat').hidden = !isOn;
    this.toggle.hidden = !isOn;
  }

  /** On a phone the panel lies over the table. @param {boolean} isOpen */
  open(isOpen) {
    document.body.classList.toggle('shows-chat', isOpen);
    if (!isOpen) return;
    this.#count(0);
    this.list.scrollTop = this.list.scrollHeight;
    this.field.focus();
  }

  /** All that was written before. @param {Line[]} lines */
  all(lines) {
    this.list.replaceChildren(...lines.map((line) => this.#row(line)));
    part('chat').hidden = false;
    this.toggle.hidden = false;
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** A new line. @param {Line} line */
  heard(line) {
    this.list.append(this.#row(line));
    this.list.scrollTop = this.list.scrollHeight;
    if (line.seat === this.own) return;
    sound('chat');
    this.said.tell(`${line.name ?? words(line.seat)} says: ${line.text}`);
    if (!document.body.classList.contains('shows-chat')) this.#count(this.unread + 1);
  }

  /** @param {number} unread */
  #count(unread) {
    this.unread = unread;
    this.toggle.firstElementChild?.replaceChildren(unread > 0 ? `Chat (${unread})` : 'Chat');
    this.toggle.classList.toggle('unread', unread > 0);
  }

  /** @param {Line} line */
  #row(line) {
    const tint = this.said.tints.get(line.seat) ?? '';
    return make('li', { 'data-tint': tint }, make('b', { text: line.seat === this.own ? 'You' : line.name ?? words(line.seat) }), ' ', line.text);
  }

  #send() {
    const text = this.field.value.trim();
    if (text === '') return;
    this.talk.say({ type: 'chat', text });
    this.field.value = '';
  }
}
