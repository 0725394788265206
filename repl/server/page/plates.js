// @ts-check
// Seats, dice and sheets of a scene.

import { box, element, thing, words } from './svg.js';

/** @typedef {import('./drawing.js').Block} Block */

/** Where the pips of a die are, in thirds. */
const PIPS = /** @type {Record<number, [number, number][]>} */ ({
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
});

/** A seat: who sits there and what it has. @param {any} scene @param {any} seat @param {number} width @returns {Block} */
export function plate(scene, seat, width) {
  const facts = seat.facts.map((/** @type {any} */ fact) => `${fact.title} ${fact.value}`).join(' · ');
  const who = seat.player === 'human' ? '' : seat.player;
  const title = seat.is_own ? `You (${seat.seat})` : seat.seat;
  const second = [who, ...covered(scene, seat), facts].filter(Boolean).join(' · ');
  const score = seat.score ? `${seat.score.value}` : '';
  const state = `${seat.is_due ? 'due ' : ''}${seat.has_won ? 'has-won ' : ''}${seat.is_in ? '' : 'out'}`.trim();
  const at = (/** @type {number} */ x, /** @type {number} */ y) => {
    const room = width - 44 - (score ? 48 : 8);
    const inside = box(x, y, width, 42, 'label', 8) + element('circle', { cx: x + 20, cy: y + 21, r: 12, class: `stone seat-${seat.number}` })
      + words(title, x + 40, y + (second ? 18 : 26), 14, { kind: 'name', width: room }) + words(second, x + 40, y + 34, 12, { kind: 'quiet', width: room })
      + (score ? words(score, x + width - 8, y + 20, 18, { anchor: 'end', kind: 'name' }) + words(seat.score.title, x + width - 8, y + 35, 11, { anchor: 'end', kind: 'quiet', width: 60 }) : '');
    const label = [title, second, score && `${seat.score.title} ${score}`, seat.is_due && 'to act'].filter(Boolean).join(', ');
    return thing('seat', { of: 'seats', value: seat.seat, key: seat.seat, label, classes: state }, inside);
  };
  return { width, height: 42, at };
}

/** What a seat holds face down, as numbers. @param {any} scene @param {any} seat @returns {string[]} */
function covered(scene, seat) {
  if (seat.is_own) return [];
  const places = scene.places.filter((/** @type {any} */ place) => place.at?.seat === seat.number && place.cards.every((/** @type {any} */ card) => card.card === null && card.marks.length === 0));
  return places.filter((/** @type {any} */ place) => place.count > 0).map((/** @type {any} */ place) => `${place.title} ${place.count}`);
}

/** @param {any} dice @param {number} scale @returns {Block} */
export function drawDice(dice, scale) {
  const size = Math.max(26, 44 * Math.min(1, scale));
  const width = Math.max(dice.shown.length * (size + 8), 60);
  const at = (/** @type {number} */ x, /** @type {number} */ y) => dice.shown.map((/** @type {number|null} */ face, /** @type {number} */ n) => {
    const left = x + n * (size + 8);
    const inside = box(left, y, size, size, 'paper', 8) + pips(face, left + size / 2, y + size / 2, size) + box(left - 1, y - 1, size + 2, size + 2, 'edge', 9);
    return thing('die', { of: dice.name, value: String(face ?? ''), key: `${dice.name}:${n}`, label: face === null ? 'a die under a cup' : `a die that shows ${face}`, nth: n + 1 }, inside);
  }).join('') + words(dice.title, x + width / 2, y + size + 14, 12, { anchor: 'middle', kind: 'onfelt' });
  return { width, height: size + 18, at };
}

/** @param {number|null} face @param {number} x @param {number} y @param {number} size */
function pips(face, x, y, size) {
  if (face === null || !(face in PIPS)) return words(String(face ?? '?'), x, y + 6, 18, { anchor: 'middle' });
  return PIPS[face].map(([dx, dy]) => element('circle', { cx: x + dx * size * 0.27, cy: y + dy * size * 0.27, r: size * 0.09, class: 'pip' })).join('');
}

/** A sheet of numbers, in two columns where there is room. @param {any} sheet @param {number} room @returns {Block} */
export function drawSheet(sheet, room) {
  const columns = sheet.rows.length > 7 ? 2 : 1;
  const wide = Math.min(300, room / columns - 4);
  const perColumn = Math.ceil(sheet.rows.length / columns);
  const at = (/** @type {number} */ x, /** @type {number} */ y) => sheet.rows.map((/** @type {any} */ row, /** @type {number} */ n) => {
    const [left, top] = [x + Math.floor(n / perColumn) * (wide + 4), y + (n % perColumn) * 25];
    const values = row.values.map((/** @type {string|null} */ value) => value ?? '–').join('  ');
    const inside = box(left, top, wide, 23, 'paper', 5) + words(row.title, left + 8, top + 16, 13, { kind: 'title', width: wide - 60 }) + words(values, left + wide - 8, top + 16, 13, { anchor: 'end', kind: 'index' }) + box(left, top, wide, 23, 'edge', 5);
    return thing('row', { of: sheet.name, value: row.name, key: `${sheet.name}:${row.name}`, label: `${row.title}: ${values}` }, inside);
  }).join('');
  return { width: columns * wide + (columns - 1) * 4, height: perColumn * 25, at };
}
