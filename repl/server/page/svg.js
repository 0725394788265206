// @ts-check
// SVG as text.

const SPECIAL = /** @type {Record<string, string>} */ ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' });

/** @param {any} text */
export function escaped(text) {
  return String(text).replace(/[&<>"]/g, (sign) => SPECIAL[sign]);
}

/** Attributes; those that are null are left out. @param {Record<string, any>} all */
export function attributes(all) {
  const present = Object.entries(all).filter(([, value]) => value !== null && value !== undefined);
  return present.map(([name, value]) => `${name}="${escaped(typeof value === 'number' ? Math.round(value * 100) / 100 : value)}"`).join(' ');
}

/** An element. @param {string} tag @param {Record<string, any>} all @param {string} [inside] */
export function element(tag, all, inside = '') {
  return `<${tag} ${attributes(all)}>${inside}</${tag}>`;
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} kind @param {number} [round] */
export function box(x, y, width, height, kind, round = 4) {
  return element('rect', { x, y, width, height, rx: round, class: kind });
}

/** A line of text that keeps to a width; what is too long ends in dots. */
export function words(/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, /** @type {{kind?: string, anchor?: string, width?: number}} */ more = {}) {
  const most = more.width ? Math.floor(more.width / (size * 0.56)) : Infinity;
  const shown = text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text;
  // The space keeps words apart where a program reads them one after the other.
  return ` ${element('text', { x, y, 'font-size': size, class: more.kind ?? null, 'text-anchor': more.anchor ?? null }, escaped(shown))}`;
}

/** Something that can be tapped. */
export function thing(/** @type {string} */ kind, /** @type {{of: string, value: string, key: string, label: string, nth?: number|null, count?: number|null, classes?: string}} */ about, /** @type {string} */ inside) {
  const { of, value, key, label, nth = null, count = null, classes = '' } = about;
  return element('g', {
    class: `${kind} ${classes}`.trim(), 'data-kind': kind, 'data-of': of, 'data-value': value, 'data-nth': nth, 'data-count': count,
    'data-key': `${kind}:${key}`, 'aria-label': label, tabindex: -1,
  }, inside);
}
