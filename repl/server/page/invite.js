// @ts-check
// Links for those who are to sit down at a table as well.

import { button, make, words } from './make.js';
import { kept, linkTo } from './tables.js';
import { openSheet } from './settings.js';

/** What opens the sheet of links; null if this browser has none to give. @param {string} table @returns {(() => void)|null} */
export function invite(table) {
  const entry = kept(table);
  if (!entry) return null;
  const others = Object.entries(entry.seats).filter(([, token]) => token !== entry.mine);
  const rows = others.map(([seat, token]) => linkRow(words(seat), linkTo(table, token)));
  const watch = linkRow('who looks on', linkTo(table, entry.watch));
  return () => void openSheet('Invite', make('p', { text: 'Whoever opens a link sits on its seat. Send each to one person.' }), ...rows, watch);
}

/** A link, with a button that copies it. @param {string} name @param {string} link */
export function linkRow(name, link) {
  const field = make('input', { readonly: true, value: link, 'aria-label': `link for ${name}` });
  const copy = button('Copy', async () => {
    field.select();
    copy.firstElementChild?.replaceChildren((await copied(link)) ? 'Copied' : 'Press Ctrl+C');
  });
  return make('div', { class: 'link' }, make('b', { text: name }), field, copy);
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
