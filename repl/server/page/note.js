// @ts-check
// A short note at the place that it is about.

import { part } from './make.js';

/** Milliseconds that a note stays, and more for each letter. */
const STAYS = 2500, READS = 45;

let timer = 0;

/** Shows a note above a place of the screen, or at the panel: beside it, over the table, where what has happened stands below. @param {string} text @param {DOMRect|null} box */
export function showNote(text, box) {
  const note = part('note');
  // On a phone it would cover what it speaks of: there it stands at what is asked.
  const isWide = matchMedia('(min-width: 900px) and (min-height: 481px)').matches, isAtThing = box !== null && isWide;
  const place = isAtThing && box ? box : part('panel').getBoundingClientRect();
  note.textContent = text;
  note.hidden = false;
  note.classList.toggle('at-thing', box !== null);
  const { width, height } = note.getBoundingClientRect();
  const above = place.top - height - (isAtThing ? 10 : 4);
  // Below the table, on a phone, it would hide the buttons.
  const isLow = place.top > innerHeight / 2;
  const beside = place.x > width + 20 ? place.x - width - 12 : place.right + 12;
  note.style.left = `${Math.max(8, Math.min(isWide && !isAtThing ? beside : place.x + place.width / 2 - width / 2, innerWidth - width - 8))}px`;
  note.style.top = `${isWide && !isAtThing ? place.y : above < 8 || (!isAtThing && !isLow) ? Math.min(place.bottom + 10, innerHeight - height - 8) : above}px`;
  clearTimeout(timer);
  timer = setTimeout(hideNote, STAYS + READS * text.length);
}

export function hideNote() {
  part('note').hidden = true;
}
