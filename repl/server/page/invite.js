// @ts-check
// Links for those who are to sit down at a table as well: to copy, as a QR code, and to share.

import { button, listed, make, words } from './make.js';
import { kept } from './tables.js';
import { openSheet } from './settings.js';
import { read } from './picture.js';

/**
 * How others reach this server.
 * @typedef {{origin: string|null, start: string}} Reach
 */

/** @type {Promise<Reach>|null} */
let known = null;

/** How others reach this server, asked for once. @returns {Promise<Reach>} */
function reach() {
  known ??= fetch('/api/reach').then((answer) => answer.json()).catch(() => ({ origin: null, start: '' }));
  return known;
}

/** True on a page that only this machine can call. */
function isLocal() {
  return /^(localhost|127\.|\[::1\])/.test(location.hostname);
}

/** The address for links: that of this page, or the one that others reach where only this machine can call this one. @param {Reach} reached */
function originOf(reached) {
  return isLocal() && reached.origin ? reached.origin : location.origin;
}

/** What opens the sheet of links; null if this browser has none to give. @param {string} table @param {() => State|null} state @returns {(() => void)|null} */
export function invite(table, state) {
  const entry = kept(table);
  if (!entry?.watch) return null;
  return () => void open(table, entry, state());
}

/** @param {string} table @param {import('./tables.js').Kept} entry @param {State|null} state */
async function open(table, entry, state) {
  const reached = await reach();
  const link = (/** @type {string} */ token) => `${originOf(reached)}/t/${encodeURIComponent(table)}#${token}`;
  const here = new Set((state?.players ?? []).filter((sits) => sits.is_here).map((sits) => sits.seat));
  const others = Object.entries(entry.seats).filter(([, token]) => token !== entry.mine);
  others.sort(([a], [b]) => Number(here.has(a)) - Number(here.has(b)));
  const rows = await Promise.all(others.map(([seat, token], n) => invitation(words(seat) + (here.has(seat) ? ', here already' : ''), link(token), n === 0)));
  const watch = make('details', {}, make('summary', { text: 'A link for those who look on' }), linkRow('who looks on', link(entry.watch)));
  const text = others.length > 0 ? `Whoever opens a link sits on its seat${others.length > 1 ? ': send each to one person' : ''}. It stays good: who closes the page comes back by it.` : 'Robots have the other seats. “Seats” lets a person have one.';
  openSheet('Invite', ...far(reached), make('p', { text }), ...rows, watch);
}

/** Where others can't reach this server, how it is started so that they can. @param {Reach} reached */
function far(reached) {
  if (!isLocal() || reached.origin) return [];
  const start = make('input', { readonly: true, value: reached.start, 'aria-label': 'command' });
  return [make('p', { class: 'warns', text: 'Only this machine can open these links. So that others in your network can, start the server like this:' }), start];
}

/** @param {string} name @param {string} link @param {boolean} isLarge with its QR code */
async function invitation(name, link, isLarge) {
  const code = isLarge ? await codeOf(link) : null;
  return make('div', { class: 'invitation' }, code, linkRow(name, link));
}

/** A link as a QR code. @param {string} link */
async function codeOf(link) {
  const answer = await fetch('/api/qr', { method: 'POST', body: link }).catch(() => null);
  const drawn = answer?.ok ? read(await answer.text()) : null;
  if (!drawn) return null;
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('aria-label', 'the link as a QR code');
  return make('div', { class: 'code' }, drawn);
}

/** A link, with a button that copies it and one that shares it where the browser can. @param {string} name @param {string} link */
export function linkRow(name, link) {
  const field = make('input', { readonly: true, value: link, 'aria-label': `link for ${name}`, on: { focus: () => field.select() } });
  const copy = button('Copy', async () => {
    field.select();
    copy.firstElementChild?.replaceChildren((await copied(link)) ? 'Copied' : 'Press Ctrl+C');
  });
  const share = 'share' in navigator ? button('Share', () => void navigator.share({ title: document.title, url: link }).catch(() => {}), { class: 'may' }) : null;
  return make('div', { class: 'link' }, make('b', { text: name }), field, copy, share);
}

/** Those who are invited and haven't come. @param {State} state */
export function awaited(state) {
  return (state.players ?? []).filter((sits) => sits.player === 'human' && sits.seat !== state.seat && !sits.is_taken).map((sits) => words(sits.seat));
}

/** What is said while somebody is awaited. @param {State} state */
export function awaitedText(state) {
  const names = awaited(state);
  return names.length > 0 ? `${listed(names)} ${names.length > 1 ? 'haven’t' : 'hasn’t'} come yet` : '';
}

/** Copies a text, which is selected. On plain HTTP a page has no clipboard but what is selected can be copied. @param {string} text */
async function copied(text) {
  try {
    if (navigator.clipboard) return await navigator.clipboard.writeText(text).then(() => true);
  } catch {
    // The browser forbids it; the selection may be copied all the same.
  }
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  }
}
