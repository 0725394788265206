// @ts-check
// A picture of a table made from its scene, as a text of SVG: seats above and below, the board, cards and dice between.

import { drawBoard, drawTrack } from './boards.js';
import { cardGroups } from './cards.js';
import { drawDice, drawSheet, plate } from './plates.js';
import { attributes } from './svg.js';

/** A part of the picture that knows its size. @typedef {{width: number, height: number, at: (x: number, y: number) => string}} Block */

/** Pixels between parts, and along the edges. */
const GAP = 10;

/** Sizes of cards that are tried, the largest first, until all fit. */
const SCALES = [1.25, 1.1, 1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35];

/** Height that a board needs to be tapped, in parts of the picture's. */
const BOARD = 0.44;

/** The picture. @param {any} scene @param {number} width @param {number} height */
export function draw(scene, width, height) {
  const hasBoard = scene.boards.length + scene.tracks.length > 0;
  const room = hasBoard ? height * (1 - BOARD) : height;
  const scale = SCALES.find((each) => needed(parts(scene, width, each)) <= room) ?? SCALES[SCALES.length - 1];
  const inside = placed(scene, parts(scene, width, scale), width, height);
  return `<svg ${attributes({ xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height, class: 'drawn' })}>${inside}</svg>`;
}

/** A small picture of a game: its board, or else the hand and the middle of the table. @param {any} scene */
export function thumbnail(scene) {
  const bare = { ...scene, seats: [], facts: [] };
  if (scene.boards.length > 0) return draw({ ...bare, places: [], tracks: [], sheets: [], dice: [] }, ...trim(scene.boards[0]));
  if (scene.tracks.length > 0) return draw({ ...bare, places: [], sheets: [], dice: [] }, 440, 260);
  const hand = scene.places.filter((/** @type {any} */ place) => place.at === 'hand' && place.count > 0).map((/** @type {any} */ place) => ({ ...place, cards: place.cards.slice(0, 5) }));
  const middle = scene.places.filter((/** @type {any} */ place) => place.count > 0 && (place.at === 'centre' || place.at === 'supply')).slice(0, 2);
  return draw({ ...bare, places: hand.length > 0 ? hand : middle, sheets: [], dice: scene.dice.slice(0, 1) }, 300, 190);
}

/** A size that a board fills. @param {any} board @returns {[number, number]} */
function trim(board) {
  return board.width > board.height * 2 ? [620, 120] : [360, 360 * Math.min(1, board.height / board.width)];
}

/** The rows above, between and below. */
function parts(/** @type {any} */ scene, /** @type {number} */ width, /** @type {number} */ scale) {
  const own = scene.seats.find((/** @type {any} */ seat) => seat.is_own) ?? null;
  const others = scene.seats.filter((/** @type {any} */ seat) => seat !== own);
  const inner = width - 2 * GAP;
  const groups = (/** @type {(place: any) => boolean} */ holds) => cardGroups(scene, scene.places.filter(holds), inner, scale);
  const small = (/** @type {(place: any) => boolean} */ holds) => cardGroups(scene, scene.places.filter(holds), inner, scale * 0.62);
  const at = (/** @type {any} */ place, /** @type {any} */ seat) => seat !== null && place.at?.seat === seat.number;
  const plates = others.map((/** @type {any} */ seat) => plate(scene, seat, plateWidth(others.length, inner)));
  const open = (/** @type {any} */ place) => place.count > 0 && !isCovered(place);
  const above = [...rows(plates, inner), ...rows(small((place) => open(place) && others.some((/** @type {any} */ seat) => at(place, seat))), inner)];
  const dice = scene.dice.map((/** @type {any} */ each) => drawDice(each, scale));
  const middle = [...rows(groups((place) => (place.at === 'supply' || place.at === 'centre') && (place.count > 0 || place.of !== null || place.lies === 'trick')), inner), ...rows(dice, inner)];
  const sheets = scene.sheets.map((/** @type {any} */ sheet) => drawSheet(sheet, inner));
  const below = [...rows(groups((place) => at(place, own) && place.count > 0), inner), ...rows(groups((place) => place.at === 'hand' && place.count > 0), inner)];
  if (own) below.push(...rows([plate(scene, own, Math.min(360, inner))], inner));
  return { above, middle: [...middle, ...rows(sheets, inner)], below };
}

/** Whether a zone shows nothing but backs: at another's seat their number says as much. @param {any} place */
function isCovered(place) {
  return place.cards.length > 0 && place.cards.every((/** @type {any} */ card) => card.card === null && card.marks.length === 0);
}

/** How wide the plates of some seats are, side by side. @param {number} count @param {number} width */
function plateWidth(count, width) {
  const side = Math.max(1, Math.min(count, Math.floor(width / 106)));
  return Math.min(300, Math.floor((width - GAP * (side - 1)) / side));
}

/** Blocks in rows, each as wide as there is room. @param {Block[]} blocks @param {number} width @returns {Block[]} */
function rows(blocks, width) {
  /** @type {Block[][]} */
  const lines = [];
  let left = 0;
  for (const block of blocks) {
    if (lines.length === 0 || left < block.width) {
      lines.push([]);
      left = width;
    }
    lines[lines.length - 1].push(block);
    left -= block.width + GAP;
  }
  return lines.map((line) => besides(line));
}

/** Blocks side by side as one. @param {Block[]} line @returns {Block} */
function besides(line) {
  const width = line.reduce((sum, block) => sum + block.width + GAP, -GAP);
  const height = Math.max(...line.map((block) => block.height));
  const at = (/** @type {number} */ x, /** @type {number} */ y) => {
    let next = x;
    return line.map((block) => {
      const text = block.at(next, y);
      next += block.width + GAP;
      return text;
    }).join('');
  };
  return { width, height, at };
}

/** @param {Block[]} blocks */
function tall(blocks) {
  return blocks.reduce((sum, block) => sum + block.height + GAP, 0);
}

/** @param {{above: Block[], middle: Block[], below: Block[]}} parts */
function needed({ above, middle, below }) {
  return tall(above) + tall(middle) + tall(below) + GAP;
}

/** All parts in their places: what is above from the top, what is below from the bottom, the rest in the room between. */
function placed(/** @type {any} */ scene, /** @type {{above: Block[], middle: Block[], below: Block[]}} */ parts, /** @type {number} */ width, /** @type {number} */ height) {
  const out = [];
  let top = GAP;
  for (const block of parts.above) {
    out.push(block.at((width - block.width) / 2, top));
    top += block.height + GAP;
  }
  let bottom = height - tall(parts.below);
  const end = bottom - GAP;
  for (const block of parts.below) {
    out.push(block.at((width - block.width) / 2, bottom));
    bottom += block.height + GAP;
  }
  out.unshift(between(scene, parts.middle, width, top, end));
  return out.join('');
}

/** What lies between the seats. */
function between(/** @type {any} */ scene, /** @type {Block[]} */ middle, /** @type {number} */ width, /** @type {number} */ top, /** @type {number} */ end) {
  const boards = [...scene.boards.map((/** @type {any} */ board) => ({ board })), ...scene.tracks.map((/** @type {any} */ track) => ({ track }))];
  const room = Math.max(60, end - top - tall(middle));
  const each = boards.length > 0 ? (room - GAP * boards.length) / boards.length : 0;
  const blocks = boards.map(({ board, track }) => (board ? drawBoard(board, width - 2 * GAP, each) : drawTrack(track, width - 2 * GAP, each)));
  const all = [...blocks, ...middle];
  let y = top + Math.max(0, (end - top - tall(all) + GAP) / 2);
  return all.map((block) => {
    const text = block.at((width - block.width) / 2, y);
    y += block.height + GAP;
    return text;
  }).join('');
}
