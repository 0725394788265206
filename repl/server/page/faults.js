// @ts-check
// Faults of rules that were changed while they are played, or that have failed.

import { capital, make, part } from './make.js';

/** @typedef {{file: string|null, line: number|null, text: string, help: string|null, source: string|null}} Fault */

/**
 * Shows why a match doesn't go on, or nothing more.
 * @param {{faults: Fault[], text: string, is_stuck: boolean}|null} trouble
 */
export function showTrouble(trouble) {
  showFaults(trouble?.faults ?? [], trouble?.text ?? '', 'trouble');
}

/** Shows faults at their lines, or nothing more. @param {Fault[]} faults @param {string} text @param {string} id */
export function showFaults(faults, text, id = 'faults') {
  document.getElementById(id)?.remove();
  if (faults.length === 0 && text === '') return;
  const rows = faults.map((fault) => {
    const place = fault.file ? make('b', { text: `${fault.file}:${fault.line}` }) : null;
    return make('li', {}, place, make('span', { text: ` ${capital(fault.text)}${fault.help ? ` (${fault.help})` : ''}` }), fault.source ? make('code', { text: fault.source.trim() }) : null);
  });
  part('rail').prepend(make('section', { id, class: 'faults', role: 'alert' }, make('ul', {}, ...rows), make('p', { text: capital(text) })));
}
