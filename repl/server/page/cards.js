// @ts-check
// Cards in sentences: `5♣` for the code `5C`, in the colour of its suit.

import { make } from './make.js';

/** Signs of suits by the letter that stands for each in a code. @type {Record<string, [string, string]>} */
const SIGNS = { c: ['♣', 'club'], d: ['♦', 'diamond'], h: ['♥', 'heart'], s: ['♠', 'spade'] };

/** What a code such as `TC` or `5h` is read as; null for anything else. @param {string} code @returns {{text: string, suit: string}|null} */
export function faceOf(code) {
  const parts = /^(10|[2-9TJQKA])([CDHScdhs])$/.exec(code);
  if (!parts) return null;
  const [sign, suit] = SIGNS[parts[2].toLowerCase()];
  return { text: `${parts[1] === 'T' ? '10' : parts[1]}${sign}`, suit };
}

/** Whether a game's cards have such codes for names. @param {Description} description */
export function hasCodes(description) {
  return description.cards.length > 0 && description.cards.some((card) => faceOf(card.name) !== null && card.title === card.name);
}

/** A sentence with its cards as they look. @param {string} text @param {boolean} codes @returns {(Node|string)[]} */
export function told(text, codes) {
  if (!codes) return [text];
  return text.split(/\b((?:10|[2-9TJQKA])[CDHScdhs])\b/).map((part) => {
    const face = faceOf(part);
    return face ? make('b', { class: `face ${face.suit}`, text: face.text }) : part;
  });
}

/** The same as text alone. @param {string} text @param {boolean} codes */
export function plain(text, codes) {
  return codes ? text.replace(/\b(?:10|[2-9TJQKA])[CDHScdhs]\b/g, (code) => faceOf(code)?.text ?? code) : text;
}
