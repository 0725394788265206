// @ts-check
// Cards of a scene: fans, piles, rows and stacks.

import { box, element, thing, words } from './svg.js';

/** @typedef {import('./drawing.js').Block} Block */

/** A card's size before it is scaled. */
const WIDE = 64, TALL = 90, LABEL = 18;

/** The zones, each with its cards and its name. @param {any} scene @param {any[]} places @param {number} width @param {number} scale @returns {Block[]} */
export function cardGroups(scene, places, width, scale) {
  return places.map((place) => group(scene, place, width, scale));
}

/** @param {any} scene @param {any} place @param {number} room @param {number} scale @returns {Block} */
function group(scene, place, room, scale) {
  const [wide, tall] = [WIDE * scale, TALL * scale];
  const shown = shownOf(place);
  const apart = place.lies === 'fan' && place.at !== 'hand' ? wide * 0.5 : wide + 5;
  const step = shown.length > 1 ? Math.min(apart, (room - wide) / (shown.length - 1)) : 0;
  // A hand whose cards would hide each other lies in two rows.
  const isDouble = place.at === 'hand' && shown.length > 8 && step < 26;
  const perRow = isDouble ? Math.ceil(shown.length / 2) : Math.max(1, shown.length);
  const across = isDouble ? Math.min(apart, (room - wide) / (perRow - 1)) : step;
  const lines = Math.ceil(shown.length / perRow) || 1;
  const title = titleOf(scene, place);
  const width = Math.max(wide + across * (perRow - 1), Math.min(room, title.length * 6.6, place.at === 'hand' ? 0 : wide * 1.2 + 12));
  const lift = place.at === 'hand' ? 12 : 0;
  const height = tall + (lines - 1) * tall * 0.55 + LABEL + lift;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => {
    const left = x + (width - wide - across * (perRow - 1)) / 2;
    const cards = shown.map((card, n) => cardThing(scene, place, card, n, left + (n % perRow) * across, y + lift + Math.floor(n / perRow) * tall * 0.55, wide, tall));
    const empty = shown.length === 0 ? emptyThing(place, left, y + lift, wide, tall, title) : '';
    return empty + cards.join('') + words(title, x + width / 2, y + height - 4, 12, { anchor: 'middle', kind: 'onfelt', width: Math.max(width, 90) });
  };
  return { width, height, at };
}

/** What is shown of a zone: of a pile its top alone, and cards in the hand one by one. @param {any} place @returns {any[]} */
function shownOf(place) {
  if (place.lies === 'pile') return place.cards.slice(-1).map((/** @type {any} */ card) => ({ ...card, count: place.count, isPile: true }));
  if (place.lies !== 'fan' && place.lies !== 'row') return place.cards;
  return place.cards.flatMap((/** @type {any} */ card) => {
    const single = place.at === 'hand' || card.card === null ? Math.min(card.count, 24) : 1;
    return Array.from({ length: single }, (_, copy) => ({ ...card, count: single > 1 ? 1 : card.count, copy }));
  });
}

/** @param {any} scene @param {any} place */
function titleOf(scene, place) {
  const seat = scene.seats.find((/** @type {any} */ each) => each.seat === place.of);
  const whose = place.of === null || place.at === 'hand' ? '' : seat?.is_own ? 'your ' : '';
  const of = place.of !== null && !whose && place.at !== 'hand' ? ` ${place.of}` : '';
  const name = place.title.includes(place.of ?? '\0') ? place.title : `${whose}${place.title}${of}`;
  return place.count > 1 || place.lies === 'pile' ? `${name} · ${place.count}` : name;
}

/** A zone without cards, which an action can name all the same. */
function emptyThing(/** @type {any} */ place, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ wide, /** @type {number} */ tall, /** @type {string} */ title) {
  return thing('card', { of: place.name, value: '', key: `${place.name}:empty`, label: `${title}, empty` }, box(x, y, wide, tall, 'nothing', 6));
}

/** A card that can be tapped. */
function cardThing(/** @type {any} */ scene, /** @type {any} */ place, /** @type {any} */ card, /** @type {number} */ n, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ wide, /** @type {number} */ tall) {
  const face = card.card === null ? null : scene.faces[card.card] ?? { title: card.card, index: '', ladder: [], words: [] };
  const name = face ? spoken(face) : 'a card face down';
  const many = card.count > 1 && !card.isPile ? `, ${card.count} of them` : '';
  const label = [name + many, ...card.marks].join(', ');
  const under = card.count > 1 ? box(x + 3, y + 3, wide, tall, 'card-under', 6) : '';
  const inside = face ? faceOf(face, x, y, wide, tall) : box(x, y, wide, tall, 'paper', 6) + box(x + 4, y + 4, wide - 8, tall - 8, 'back', 4);
  const count = card.count > 1 && !card.isPile ? element('circle', { cx: x + wide - 6, cy: y + 6, r: 11, class: 'badge' }) + words(`×${card.count}`, x + wide - 6, y + 10, 11, { anchor: 'middle', kind: 'badge-text' }) : '';
  const nth = card.nth === null ? '' : words(String(card.nth), x + wide / 2, y + tall / 2 + 7, 20, { anchor: 'middle', kind: face ? 'hide' : 'nth' });
  const marks = card.marks.length > 0 ? words(card.marks.join(' '), x + wide / 2, y + tall - 6, 11, { anchor: 'middle', kind: 'mark', width: wide }) : '';
  const foot = box(x, y + tall - 4, wide, 4, 'foot', 2) + box(x - 1, y - 1, wide + 2, tall + 2, 'edge', 7);
  const by = card.by === null ? '' : words(scene.seats.find((/** @type {any} */ seat) => seat.number === card.by)?.seat ?? '', x + wide / 2, y - 3, 11, { anchor: 'middle', kind: 'onfelt' });
  const key = `${place.name}:${card.nth ?? card.card ?? 'back'}:${card.copy ?? (card.card === null ? n : 0)}`;
  return thing('card', { of: place.name, value: card.card ?? '', key, label, nth: card.nth, count: card.isPile ? null : card.count }, under + inside + foot + count + nth + marks + by);
}

/** A card as it is read aloud. @param {any} face */
function spoken(face) {
  if (face.sign && '♣♦♥♠'.includes(face.sign)) return `${face.index} of ${suit(face.sign)}`;
  return [face.index === face.title ? '' : face.index, face.title, ...face.words, face.ladder.join(' ')].filter(Boolean).join(' ');
}

/** The face of a card: corner, sign, name, and what stands along its foot. */
function faceOf(/** @type {any} */ face, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ wide, /** @type {number} */ tall) {
  const tint = `tint-${face.tint ?? 'black'}${'♣♦♥♠'.includes(face.sign ?? '\0') ? ` suit-${suit(face.sign)}` : ''}`;
  const size = Math.min(22, wide * 0.34);
  const sign = face.sign ? `${face.sign}${'♣♦♥♠'.includes(face.sign) ? '\ufe0e' : ''}` : '';
  const corner = words(face.index, x + 5, y + size, size, { kind: `index ${tint}` }) + words(sign, x + 5, y + size * 1.95, size * 0.85, { kind: tint });
  const middle = wide >= 34 && sign ? words(sign, x + wide / 2 + 4, y + tall * 0.66, wide * 0.42, { anchor: 'middle', kind: `${tint} large` }) : '';
  const named = !face.index || !'♣♦♥♠'.includes(face.sign ?? '\0');
  const title = named ? words(face.title, x + wide / 2, y + tall * 0.82, Math.max(9, Math.min(12, wide * 0.17)), { anchor: 'middle', kind: 'title', width: wide - 4 }) : '';
  const along = [...face.words, face.ladder.join(' ')].filter(Boolean).join(' ');
  const foot = along ? words(along, x + wide / 2, y + tall - 7, Math.max(8, Math.min(10, wide * 0.14)), { anchor: 'middle', kind: 'along', width: wide - 4 }) : '';
  return box(x, y, wide, tall, 'paper', 6) + corner + middle + title + foot;
}

/** @param {string} sign */
function suit(sign) {
  return { '♣': 'clubs', '♦': 'diamonds', '♥': 'hearts' }[sign] ?? 'spades';
}
