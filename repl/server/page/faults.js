// @ts-check
// What is wrong with rules that were changed while they are played.

import { capital, make, part } from './make.js';

/** @typedef {{file: string|null, line: number|null, text: string, help: string|null, source: string|null}} Fault */

/** Shows faults at their lines, or nothing more. @param {Fault[]} faults @param {string} text */
export function showFaults(faults, text) {
  document.getElementById('faults')?.remove();
  if (faults.length === 0 && text === '') return;
  const rows = faults.map((fault) => {
    const place = fault.file ? make('b', { text: `${fault.file}:${fault.line}` }) : null;
    return make('li', {}, place, make('span', { text: ` ${capital(fault.text)}${fault.help ? ` (${fault.help})` : ''}` }), fault.source ? make('code', { text: fault.source.trim() }) : null);
  });
  part('rail').prepend(make('section', { id: 'faults', role: 'alert' }, make('ul', {}, ...rows), make('p', { text: capital(text) })));
}
