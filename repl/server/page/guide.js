// @ts-check
// The guide of a game: the part of Markdown that guides use, made to elements without any markup from outside. By hand,
// since a library would give markup as text, which a page that shows packs of others must not take in.

import { make } from './make.js';

/** A text in Markdown as elements. @param {string} text @returns {HTMLElement} */
export function guide(text) {
  const out = make('article', { class: 'guide' });
  const lines = text.replaceAll('\r', '').split('\n');
  let at = 0;
  while (at < lines.length) at = block(lines, at, out);
  return out;
}

/** Adds the block that begins at a line; the line after it is returned. */
function block(/** @type {string[]} */ lines, /** @type {number} */ at, /** @type {HTMLElement} */ out) {
  const line = lines[at];
  if (line.trim() === '') return at + 1;
  if (line.startsWith('```')) return fence(lines, at, out);
  const head = /^(#{1,4}) (.*)$/.exec(line);
  if (head) return heading(head[1].length, head[2], out, at);
  if (line.trim().startsWith('|')) return table(lines, at, out);
  if (/^\s*([-*]|\d+\.) /.test(line)) return list(lines, at, out);
  return paragraph(lines, at, out);
}

/** @param {number} level @param {string} text @param {HTMLElement} out @param {number} at */
function heading(level, text, out, at) {
  const tag = /** @type {'h3'|'h4'|'h5'} */ (`h${Math.min(level + 2, 5)}`);
  out.append(make(tag, {}, ...inline(text)));
  return at + 1;
}

/** The line after those from one on that hold. */
function until(/** @type {string[]} */ lines, /** @type {number} */ at, /** @type {(line: string) => boolean} */ holds) {
  while (at < lines.length && holds(lines[at])) at += 1;
  return at;
}

/** @param {string[]} lines @param {number} at @param {HTMLElement} out */
function fence(lines, at, out) {
  const end = until(lines, at + 1, (line) => !line.startsWith('```'));
  out.append(make('pre', { tabindex: 0 }, make('code', { text: lines.slice(at + 1, end).join('\n') })));
  return end + 1;
}

/** @param {string[]} lines @param {number} at @param {HTMLElement} out */
function paragraph(lines, at, out) {
  const ends = (/** @type {string} */ line) => line.trim() === '' || /^(#{1,4} |```|\s*([-*]|\d+\.) |\s*\|)/.test(line);
  const end = Math.max(at + 1, until(lines, at, (line) => !ends(line)));
  out.append(make('p', {}, ...inline(lines.slice(at, end).join(' '))));
  return end;
}

/** @param {string[]} lines @param {number} at @param {HTMLElement} out */
function list(lines, at, out) {
  const end = until(lines, at, (line) => line.trim() !== '' && !line.startsWith('#'));
  /** @type {string[]} */
  const items = [];
  for (const line of lines.slice(at, end)) {
    const item = /^\s*(?:[-*]|\d+\.) (.*)$/.exec(line);
    if (item) items.push(item[1]);
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  const tag = /^\s*\d/.test(lines[at]) ? 'ol' : 'ul';
  out.append(make(tag, {}, ...items.map((item) => make('li', {}, ...inline(item)))));
  return end;
}

/** @param {string[]} lines @param {number} at @param {HTMLElement} out */
function table(lines, at, out) {
  const end = until(lines, at, (line) => line.trim().startsWith('|'));
  const rows = lines.slice(at, end).filter((line) => !/^[\s|:-]+$/.test(line));
  const cells = rows.map((row) => row.trim().replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim()));
  const made = cells.map((row, n) => make('tr', {}, ...row.map((cell) => make(n === 0 ? 'th' : 'td', {}, ...inline(cell)))));
  out.append(make('div', { class: 'wide', tabindex: 0 }, make('table', {}, ...made)));
  return end;
}

/** Code, strong and emphasised text, and links, which stay text. @param {string} text @returns {(Node|string)[]} */
function inline(text) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]*\))/);
  return parts.filter((part) => part !== '').map(spanned);
}

/** @param {string} part @returns {Node|string} */
function spanned(part) {
  if (part.length > 2 && part.startsWith('`')) return make('code', { text: part.slice(1, -1) });
  if (part.length > 4 && part.startsWith('**')) return make('strong', { text: part.slice(2, -2) });
  if (part.length > 2 && part.startsWith('*')) return make('em', { text: part.slice(1, -1) });
  const link = /^\[([^\]]+)\]\(/.exec(part);
  return link ? link[1] : part;
}
