// @ts-check
// Cards in sentences: `5♣` for the code `5C`, in the colour of its suit.

import { make } from './make.js';

/** Signs of suits by the letter that stands for each in a code. @type {Record<string, [string, string]>} */
const SIGNS = { c: ['♣', 'club'], d: ['♦', 'diamond'], h: ['♥', 'heart'], s: ['♠', 'spade'] };

/** A card as games name it: by a code such as `TC` or `5h`, or by words such as `J diamonds`, `Jack of diamonds` or `5 green clubs`. */
const COLOURS = 'red|green|blue|yellow|purple|orange|brown';
const CARD = String.raw`(?:\d\d?|[A-Z]) (?:${COLOURS}) questions|(?:10|[2-9TJQKA])[CDHScdhs]|(?:\d\d?|[A-Z]|[Aa]ce|[Kk]ing|[Qq]ueen|[Jj]ack)(?: [a-z]+)? (?:clubs|diamonds|hearts|spades)`;
const WHOLE = new RegExp(`^(?:${CARD})$`), INSIDE = new RegExp(String.raw`\b(${CARD})\b`);
/** The letter of a suit alone, as in `South makes D trumps`. */
const SUIT = /(?<=\b(?:call|calls|hold|holds|in|is|make|makes|of) )[CDHS](?![\w’'])|\b[CDHS](?= must be)/g;

/** The sign of a suit and its colour for a letter among the words of a list that has all four; null for others. @param {any} word @param {any[]} words @returns {{text: string, suit: string}|null} */
export function suitOf(word, words) {
  if (!['C', 'D', 'H', 'S'].every((letter) => words.includes(letter))) return null;
  const [text, suit] = SIGNS[String(word).toLowerCase()] ?? ['', ''];
  return text ? { text, suit } : null;
}

/** How a card that is named so looks, in the colour that it is named after or else in that of its suit; null for anything else. @param {string} name @returns {{text: string, suit: string}|null} */
export function faceOf(name) {
  if (!WHOLE.test(name)) return null;
  const [rank, ...more] = name.split(' ');
  const [sign, suit] = SIGNS[(more.pop() ?? name.slice(-1))[0].toLowerCase()] ?? ['?', ''];
  const colour = more.find((word) => COLOURS.split('|').includes(word));
  const index = more.length === 0 && !name.includes(' ') ? name.slice(0, -1) : rank.length > 2 ? rank[0].toUpperCase() : rank;
  const between = more.filter((word) => word !== 'of').map((word) => ` ${word} `).join('');
  return { text: `${index === 'T' ? '10' : index}${between}${sign}`, suit: colour ? `of-${colour}` : suit };
}

/** True if a game's cards are named so. @param {Description} description */
export function hasCodes(description) {
  return description.cards.some((card) => faceOf(card.title) !== null);
}

/** A sentence with the signs of suits for their letters. @param {string} text */
function suited(text) {
  return text.replace(SUIT, (letter) => SIGNS[letter.toLowerCase()][0]);
}

/** A sentence with its cards as they look. @param {string} text @param {boolean} codes @returns {(Node|string)[]} */
export function told(text, codes) {
  if (!codes) return [text];
  return suited(text).split(INSIDE).map((part) => {
    const face = faceOf(part);
    return face ? make('b', { class: `face ${face.suit}`, text: face.text }) : part;
  });
}

/** The same as text alone. @param {string} text @param {boolean} codes */
export function plain(text, codes) {
  return codes ? suited(text).split(INSIDE).map((part) => faceOf(part)?.text ?? part).join('') : text;
}
