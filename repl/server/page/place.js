// @ts-check
// All that lies in a place, where the picture shows a part of it: a museum, tricks that were taken, a discard pile.

import { make, words } from './make.js';
import { openSheet } from './settings.js';

/**
 * Opens a sheet with the cards of a place; false if the picture shows them all.
 * @param {any} place @param {Record<string, any>} faces
 */
export function openPlace(place, faces) {
  const open = place.cards.filter((/** @type {any} */ each) => each.card !== null);
  if (open.length < 2 || place.at === 'hand') return false;
  const count = open.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.count, 0);
  const cards = open.map((/** @type {any} */ each) => {
    const face = faces[each.card];
    const corner = make('b', { class: face?.tint ? `of-${face.tint}` : '', text: `${face?.index ?? ''}${face?.sign ?? ''}` });
    const title = face?.sign ? '' : face?.title ?? words(each.card);
    return make('li', {}, corner, title ? make('span', { text: title }) : null, each.count > 1 ? make('small', { text: `× ${each.count}` }) : null);
  });
  const whose = place.of ? ` of ${words(place.of)}` : '';
  openSheet(`${place.title}${whose}: ${count} cards`, make('ul', { class: 'laid' }, ...cards));
  return true;
}
