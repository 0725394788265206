// @ts-check
// Names: one's own, which one types once, and those on the seats of the picture.

import { button, capital, make, words } from './make.js';

const KEPT = 'parlour.name';
/** Letters of a name that fit beside a seat. */
const LONGEST = 24;

/** One's own name, if one has typed it. @returns {string} */
export function ownName() {
  try {
    return localStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} name */
export function keepName(name) {
  try {
    localStorage.setItem(KEPT, name.trim().slice(0, LONGEST));
  } catch {
    // It holds at this table.
  }
}

/** A field for one's name; what is told is the name that was typed. @param {(name: string) => void} told */
export function nameField(told) {
  const field = make('input', { name: 'own-name', value: ownName(), maxlength: LONGEST, autocomplete: 'nickname', placeholder: 'Your name' });
  const keep = () => {
    keepName(field.value);
    told(field.value.trim());
  };
  field.addEventListener('change', keep);
  return make('label', { class: 'row' }, make('span', { text: 'Your name' }), field);
}

/** Asks for a name among people, once. @param {(name: string) => void} told */
export function askName(told) {
  const field = make('input', { maxlength: LONGEST, autocomplete: 'nickname', 'aria-label': 'your name', placeholder: 'What are you called?' });
  const say = () => {
    if (field.value.trim() === '') return;
    keepName(field.value);
    told(field.value.trim());
  };
  field.addEventListener('keydown', (event) => event.key === 'Enter' && say());
  return make('div', { class: 'word' }, field, button('That is me', say));
}

/** A seat as people say it: by the name of the person who sits there, if they have typed one. @param {State} state @param {string} seat */
export function sitter(state, seat) {
  const sits = (state.players ?? []).find((each) => each.seat === seat);
  const called = capital(words(seat));
  return sits?.player === 'human' && sits.name && seat !== state.seat ? `${sits.name} (${called})` : called;
}

/** Names of seats that sentences have in another sense as well. */
const COMMON = /^(?:left|right|black|white|red|blue|green|yellow|purple|orange|brown|grey|silver|gold)$/;

/**
 * A text with seats as on their plates, with capitals. An `a` is one where no article can stand: at the beginning, before
 * a mark, a conjunction or what is said of somebody.
 * @param {string} text @param {Iterable<string>} seats
 */
export function lettered(text, seats) {
  const names = [...seats];
  // A colour or a side may be meant as such.
  const proper = names.filter((seat) => seat.length > 1 && !COMMON.test(seat));
  if (proper.length > 0) text = text.replace(new RegExp(`(?<![\\w’'-])(?:${proper.join('|')})(?![\\w-])`, 'g'), capital);
  const letters = names.filter((seat) => seat.length === 1).join('');
  if (letters === '') return text;
  const large = (/** @type {string} */ seat) => seat.toUpperCase();
  const others = letters.replace('a', '');
  const named = others ? text.replace(new RegExp(`(?<![\\w’\\x27-])[${others}](?![\\w-])`, 'g'), large) : text;
  return letters.includes('a') ? named.replace(/^a(?=\W)|(?<![\w’'-])a(?=$|[’'.,;:!?]| (?:and|or|has|is|was|wins|leads|takes|plays|loses)\b)/g, large) : named;
}

/** Writes the names of people to their seats in the picture, and shows who isn't here. @param {import('./picture.js').Picture} picture @param {State} state */
export function showSitting(picture, state) {
  for (const sits of state.players ?? []) {
    const element = picture.elements.get(picture.things.find((thing) => thing.kind === 'seat' && thing.value === sits.seat)?.key ?? '');
    if (!element || sits.player !== 'human' || sits.seat === state.seat) continue;
    const isAway = sits.is_here === false;
    element.classList.toggle('away', isAway);
    const title = /** @type {SVGTextElement|null} */ (element.querySelector('.seat-name'));
    if (!title) continue;
    title.dataset.seat ??= title.textContent ?? '';
    const name = sits.name ? `${sits.name} (${title.dataset.seat})` : title.dataset.seat;
    fit(title, isAway ? `${name}, away` : name, element);
    const said = `${name}, ${isAway ? 'not here' : 'here'}`;
    element.dataset.label ??= element.getAttribute('aria-label') ?? '';
    element.setAttribute('aria-label', `${said} · ${element.dataset.label}`);
  }
}

/** Writes a text as far as there is room before what stands at its right. */
function fit(/** @type {SVGTextElement} */ title, /** @type {string} */ text, /** @type {SVGElement} */ seat) {
  const { left, right } = (seat.querySelector('.plate') ?? seat).getBoundingClientRect();
  const ends = [...seat.querySelectorAll('text')].filter((each) => each !== title).map((each) => each.getBoundingClientRect().left).filter((each) => each > left + (right - left) / 2);
  title.textContent = text;
  for (let length = text.length; length > 3 && title.getBoundingClientRect().right > Math.min(right, ...ends) - 4; length -= 1) title.textContent = `${text.slice(0, length - 1)}…`;
}
