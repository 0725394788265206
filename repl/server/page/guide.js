// @ts-check
// The guide of a game: the part of Markdown that guides use, made to elements without any markup from outside. By hand,
// since a library would give markup as text, which a page that shows packs of others must not take in.

import { capital, make, words } from './make.js';

/** What only a terminal has: its commands, the files of a pack, and the most options of a command line. */
const TYPED = /`(?:(?:guide|help|load|moves|save|show)\b(?! cards)|[^`]*(?:\.(?:toml|lua|pgn|PGN)|\]\])`|--(?!set |variant ))/;
/** The first words of actions, for the guide that is shown. @type {string[]} */
let verbs = [];

/** A text in Markdown as elements, told for those who tap: without what is typed. @param {string} text @param {VerbSaid[]} said @returns {HTMLElement} */
export function guide(text, said) {
  verbs = said.map(({ pieces }) => pieces[0]?.text?.trim() ?? '').filter((first) => /^[a-z]/.test(first));
  const out = make('article', { class: 'guide' });
  const lines = text.replaceAll('\r', '').split('\n');
  let at = 0;
  while (at < lines.length) at = block(lines, at, out);
  // A section of nothing but typed lines is left out with its heading.
  for (const each of [...out.querySelectorAll('p, li, ul, ol')].reverse()) if (each.textContent === '') each.remove();
  for (const each of [...out.querySelectorAll('h4, h5')]) if (!each.nextElementSibling || each.nextElementSibling.tagName <= each.tagName) each.remove();
  return out;
}

/** The sentences of a text that aren't about typing, with options and actions by their names. @param {string} text */
function tapped(text) {
  const kept = text.split(/(?<=[.!?]\)?)\s+(?=[A-Z`*(])/).filter((each) => !TYPED.test(each)).join(' ');
  const named = kept.replace(/`(--[^`]*)`/g, (_, options) => `the ${[...options.matchAll(/--(\w+) ([^= ]+)(?:=(\S+))?/g)].map(([, kind, name, value]) => `${kind === 'set' ? 'option' : kind} *${words(name)}${value ? `: ${value}` : ''}*`).join(' and the ')}`);
  const verbOf = (/** @type {string} */ code) => verbs.filter((verb) => `${code} `.startsWith(`${verb} `)).sort((a, b) => b.length - a.length)[0];
  const short = named.replace(/: `([^`]+)`(?=[.;,])/g, (all, code) => (verbOf(code) ? '' : all));
  const led = short.replace(/^(`[^`]+`(?:(?:, | and | or )`[^`]+`)*)(?= [-] |: |$)/, (all) => {
    const found = [...all.matchAll(/`([^`]+)`/g)].map(([, code]) => verbOf(code));
    return found.every(Boolean) ? `**${capital([...new Set(found)].join(', '))}**` : all;
  });
  // A notation that leads stands for what is said of it.
  const bare = led.replace(/^(?:`[^`]*\d[^`]*`(?:, | and | or )?)+ [-] /, '').replace(/(?<=[.!?] )the (?=option|variant)/g, 'The ');
  return capital(bare.replace(/`([^`]+)`/g, (all, code) => verbOf(code) ?? all));
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
  out.append(make('p', {}, ...inline(tapped(lines.slice(at, end).join(' ')))));
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
  out.append(make(tag, {}, ...items.map((item) => make('li', {}, ...inline(tapped(item))))));
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
