// @ts-check
// Boards and tracks of a scene.

import { box, element, escaped, thing, words } from './svg.js';

/** @typedef {import('./drawing.js').Block} Block */

/** Pictures of chess figures. */
const FIGURES = /** @type {Record<string, string>} */ ({ king: '♚', queen: '♛', rook: '♜', bishop: '♝', knight: '♞', pawn: '♟' });

/** @param {any} board @param {number} width @param {number} height @returns {Block} */
export function drawBoard(board, width, height) {
  const isHex = board.shape === 'hexes';
  const [across, down] = isHex ? [board.width + (board.height - 1) / 2, board.height * 0.87 + 0.15] : [board.width, board.height];
  const edge = 18;
  const size = Math.max(8, Math.min((width - 2 * edge) / across, (height - 2 * edge) / down, 76));
  const total = { width: across * size + 2 * edge, height: down * size + 2 * edge };
  const at = (/** @type {number} */ x, /** @type {number} */ y) => {
    const inner = squares(board, x + edge, y + edge, size, isHex);
    const lines = board.shape === 'lines' ? joins(board, x + edge, y + edge, size) : '';
    return box(x, y, total.width, total.height, board.shape === 'lines' ? 'frame pale' : 'frame', 8) + inner.ground + lines  + coordinates(board, x, y, size, edge, isHex) + inner.figures;
  };
  return { ...total, at };
}

/** Where the middle of a square is. */
function middleOf(/** @type {any} */ board, /** @type {number} */ n, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {boolean} */ isHex) {
  const shown = board.is_turned ? board.squares.length - 1 - n : n;
  const [column, row] = [shown % board.width, Math.floor(shown / board.width)];
  return isHex ? { x: x + (column + row / 2 + 0.5) * size, y: y + (row * 0.87 + 0.58) * size } : { x: x + (column + 0.5) * size, y: y + (row + 0.5) * size };
}

/** The squares, and what stands on them, in a layer above. */
function squares(/** @type {any} */ board, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {boolean} */ isHex) {
  let [ground, figures] = ['', ''];
  board.squares.forEach((/** @type {any} */ square, /** @type {number} */ n) => {
    if (!square) return;
    const middle = middleOf(board, n, x, y, size, isHex);
    ground += squareThing(board, square, n, middle, size, isHex);
    figures += standing(board, square, middle, size);
  });
  return { ground, figures };
}

/** A square that can be tapped. */
function squareThing(/** @type {any} */ board, /** @type {any} */ square, /** @type {number} */ n, /** @type {{x: number, y: number}} */ middle, /** @type {number} */ size, /** @type {boolean} */ isHex) {
  const isDark = board.look === 'chequered' && (Math.floor(n / board.width) + n % board.width) % 2 === 1;
  const kind = `ground ${isDark ? 'dark' : 'light'} ${square.is_last ? 'last' : ''} ${square.is_danger ? 'danger' : ''}`.trim();
  const [left, top] = [middle.x - size / 2, middle.y - size / 2];
  const star = square.is_star ? element('circle', { cx: middle.x, cy: middle.y, r: size * 0.08, class: 'line' }) : '';
  const cross = board.look === 'points' && board.shape === 'squares' ? element('path', { d: `M${left} ${middle.y}h${size}M${middle.x} ${top}v${size}`, class: 'line' }) : '';
  const shape = isHex ? element('path', { d: hex(middle, size / 2), class: kind }) : board.look === 'points' || board.shape === 'lines' ? box(left, top, size, size, `${kind} open`, 0) : box(left, top, size, size, kind, 0);
  const mark = element('circle', { cx: middle.x, cy: middle.y, r: square.figure ? size * 0.46 : size * 0.14, class: square.figure ? 'ring' : 'dot' });
  const tokens = square.tokens.map((/** @type {number} */ seat, /** @type {number} */ k) => element('circle', { cx: middle.x + (k - (square.tokens.length - 1) / 2) * size * 0.3, cy: middle.y, r: size * 0.3, class: `stone seat-${seat}` })).join('');
  const label = square.figure ? `${square.name}, ${square.figure.title}` : square.name;
  return thing('square', { of: board.name, value: square.name, key: `${board.name}:${square.name}`, label }, shape + cross + star + tokens + mark);
}

/** @param {{x: number, y: number}} middle @param {number} r */
function hex({ x, y }, r) {
  const [w, h] = [r, r * 1.155];
  return `M${x} ${y - h}l${w} ${h / 2}v${h}l${-w} ${h / 2}l${-w} ${-h / 2}v${-h}z`;
}

/** What stands on a square. */
function standing(/** @type {any} */ board, /** @type {any} */ square, /** @type {{x: number, y: number}} */ middle, /** @type {number} */ size) {
  const { figure } = square;
  if (!figure) return '';
  const seat = figure.seat === null ? 'nobody' : `seat-${figure.seat}`;
  const look = figureLook(figure, seat, middle, size);
  return element('g', { class: 'figure', 'data-key': `figure:${board.name}:${square.name}`, 'data-figure': `${figure.seat ?? ''} ${figure.name}` }, look);
}

/** @param {any} figure @param {string} seat @param {{x: number, y: number}} middle @param {number} size */
function figureLook(figure, seat, { x, y }, size) {
  const sign = FIGURES[String(figure.title).split(' ').pop() ?? ''];
  if (figure.form === 'figure' && sign) return element('text', { x, y: y + size * 0.29, 'font-size': size * 0.84, 'text-anchor': 'middle', 'aria-hidden': 'true', class: `chessman ${seat}` }, `${sign}\ufe0e`);
  if (figure.form === 'ground') return words(figure.glyph, x, y + size * 0.2, size * 0.56, { anchor: 'middle', kind: 'sign' });
  const disc = element('circle', { cx: x, cy: y, r: size * 0.4, class: `stone ${seat}` });
  if (figure.form === 'stone') return disc;
  return disc + element('text', { x, y: y + size * 0.155, 'font-size': size * 0.44, 'text-anchor': 'middle', 'aria-hidden': 'true', class: `letter ${seat}` }, escaped(figure.glyph.toUpperCase()));
}

/** The lines of a board of lines. */
function joins(/** @type {any} */ board, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) {
  const d = board.lines.map((/** @type {number[]} */ line) => line.map((n, k) => {
    const middle = middleOf(board, n, x, y, size, false);
    return `${k === 0 ? 'M' : 'L'}${middle.x} ${middle.y}`;
  }).join('')).join('');
  return element('path', { d, class: 'line' });
}

/** What stands beside the rows and below the columns. */
function coordinates(/** @type {any} */ board, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {number} */ edge, /** @type {boolean} */ isHex) {
  const turn = (/** @type {string[]} */ names) => (board.is_turned ? [...names].reverse() : names);
  const rows = turn(board.rows).map((name, n) => words(name, x + edge / 2 + (isHex ? n * size / 2 : 0), y + edge + (isHex ? n * 0.87 + 0.65 : n + 0.5) * size + 4, 11, { anchor: 'middle', kind: 'coordinate' }));
  const foot = y + edge + (isHex ? board.height * 0.87 + 0.15 : board.height) * size + 13;
  const shift = isHex ? (board.height - 1) / 2 : 0;
  const columns = turn(board.columns).map((name, n) => words(name, x + edge + (n + 0.5 + shift) * size, foot, 11, { anchor: 'middle', kind: 'coordinate' }));
  return [...rows, ...columns].join('');
}

/** @param {any} track @param {number} width @param {number} height @returns {Block} */
export function drawTrack(track, width, height) {
  const points = track.lies === 'points';
  const perRow = points ? Math.ceil(track.spaces.length / 2) : Math.min(track.spaces.length, Math.max(8, Math.floor(width / 26)));
  const rows = Math.ceil(track.spaces.length / perRow);
  const cell = Math.min(width / perRow, 64);
  const tall = points ? Math.max(60, Math.min((height - 40) / 2, 190)) : Math.min(64, Math.max(30, (height - 30) / rows));
  const beside = track.beside.length > 0 ? 30 : 0;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => {
    const spaces = track.spaces.map((/** @type {any} */ space, /** @type {number} */ n) => {
      const place = spot(track, n, perRow, points);
      return spaceThing(track, space, x + place.column * cell, y + place.row * tall, cell, tall, points && place.row === 0);
    });
    return box(x - 6, y - 6, perRow * cell + 12, rows * tall + 12, 'frame', 8) + spaces.join('') + besideTrack(track, x, y + rows * tall + 10, perRow * cell);
  };
  return { width: perRow * cell, height: rows * tall + beside, at };
}

/** Where a space is: points go from right to left below, and back above. */
function spot(/** @type {any} */ track, /** @type {number} */ n, /** @type {number} */ perRow, /** @type {boolean} */ points) {
  const shown = track.is_turned && !points ? track.spaces.length - 1 - n : n;
  if (!points) return { column: shown % perRow, row: Math.floor(shown / perRow) };
  const turned = track.is_turned ? track.spaces.length - 1 - n : n;
  return turned < perRow ? { column: perRow - 1 - turned, row: 1 } : { column: turned - perRow, row: 0 };
}

/** A space that can be tapped, with what stands on it. */
function spaceThing(/** @type {any} */ track, /** @type {any} */ space, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ wide, /** @type {number} */ tall, /** @type {boolean} */ hangs) {
  const all = space.stands.flatMap((/** @type {any} */ stands) => Array.from({ length: stands.count }, () => stands.seat));
  const r = Math.min(wide * 0.4, 18);
  const step = Math.min(r * 2, all.length > 1 ? (tall - 20 - r * 2) / (all.length - 1) : 0);
  const discs = all.map((/** @type {number} */ seat, /** @type {number} */ n) => {
    const far = r + 3 + n * step;
    return element('circle', { cx: x + wide / 2, cy: hangs ? y + far : y + tall - 15 - far, r, class: `stone seat-${seat}` });
  });
  const label = all.length > 0 ? `${space.name}, ${all.length} there` : space.name;
  const name = words(space.name, x + wide / 2, hangs ? y + tall - 4 : y + tall - 3, 11, { anchor: 'middle', kind: 'number' });
  const mark = element('circle', { cx: x + wide / 2, cy: hangs ? y + tall - 22 : y + 14, r: 6, class: 'dot' });
  return thing('space', { of: track.name, value: space.name, key: `${track.name}:${space.name}`, label }, box(x + 1, y + 1, wide - 2, tall - 2, `ground ${Number(space.name) % 2 === 0 ? 'dark' : 'light'}`) + discs.join('') + name + mark);
}

/** What is off the track. */
function besideTrack(/** @type {any} */ track, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width) {
  const wide = width / Math.max(1, track.beside.length);
  return track.beside.map((/** @type {any} */ beside, /** @type {number} */ n) => {
    const text = `${beside.title}: ${beside.stands.map((/** @type {any} */ stands) => stands.count).join(' and ') || 0}`;
    const value = beside.name.split('.')[0];
    const inside = box(x + n * wide, y, wide - 6, 22, 'label', 6) + words(text, x + n * wide + 8, y + 15, 12, { kind: 'onfelt', width: wide - 20 });
    return thing('space', { of: track.name, value, key: `${track.name}:${beside.name}`, label: text }, inside);
  }).join('');
}
