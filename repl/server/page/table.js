// @ts-check
// The page of a table: puts the parts together.

import { Act } from './act.js';
import { Picture } from './picture.js';
import { Review } from './review.js';
import { Said } from './said.js';
import { Talk } from './talk.js';
import { ending } from './ending.js';
import { button, make, part, words } from './make.js';
import { Clocks } from './clocks.js';
import { gather } from './dealing.js';
import { guide } from './guide.js';
import { showFaults, showTrouble } from './faults.js';
import { invite } from './invite.js';
import { openSeats } from './seats.js';
import { openSettings, openSheet, settings } from './settings.js';
import { led, linkTo } from './tables.js';
import { watchTaps } from './tapping.js';
import { Keys } from './keys.js';

const table = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const [token, moment] = location.hash.slice(1).split('/');

const picture = new Picture(part('felt'));
const said = new Said(part('log'), part('live'), part('last'));
const talk = new Talk(table, token, { state: arrived, link: linked, other: heard, end: ended });
const act = new Act(talk, picture, said);
const keys = new Keys(picture, {
  tap: (key) => act.tapKey(key),
  enter: () => act.enter(),
  clear: () => (act.clear() ? undefined : keys.leave()),
  back: () => act.back(),
  hint: () => act.hint(),
  undo: () => act.undo(),
  type: () => part('line').focus(),
});
act.renewed = () => keys.renew();
const clocks = new Clocks(picture, (text) => said.tell(text));

/** @type {Description|null} */
let description = null;
/** @type {State|null} the state that is shown */
let shown = null;
/** @type {Review|null} */
let review = null;
/** How often in a row the connection was lost, and after how many times that is shown. */
let losses = 0;
const LOSSES = 3;

/** A state of the table has come. @param {State} state */
async function arrived(state) {
  description = state.description ?? description ?? (await described(state));
  document.title = state.to_act.includes(state.seat ?? '') ? `• ${description.title}` : description.title;
  part('title').textContent = description.title;
  part('subtitle').textContent = subtitle(state);
  warn(state.unsaved ? 'The server can’t save this match just now. What is played may be lost if it ends.' : '');
  showTrouble(state.fault ?? null);
  losses = 0;
  if (state.whole) said.clear();
  said.add(state.version, state.events.map((event) => event.text));
  const isMarked = shown !== null && !shown.revealed && state.revealed === true && !state.over;
  if (isMarked) said.note('mark', 'The match is marked: somebody may know what was hidden or left to chance.');
  shown = state;
  renewSeats();
  if (state.picture && !review) picture.show(state.picture);
  renew();
  // A link to a moment of a match that is over.
  if (state.over && moment !== undefined && review === null) lookBack(Number(moment) || 0);
}

/** Says what is wrong with the table, or nothing. @param {string} text */
function warn(text) {
  const warning = part('warning');
  warning.hidden = text === '';
  if (warning.textContent !== text) warning.textContent = text;
}

/** Shows what can be done at the table that is shown. */
function renew() {
  if (!description || !shown || review) return;
  act.show(description, shown);
  clocks.show(shown);
  if (shown.fair && !shown.fair.is_dealt) gather(part('offers'), shown, talk);
  if (shown.over) ending(part('offers'), shown, talk, description.seats.together, () => lookBack(null));
}

/** Looks back at the match. @param {number|null} at */
function lookBack(at) {
  if (!description || !shown || review) return;
  review = new Review(talk, picture, description, shown, () => {
    review = null;
    history.replaceState(null, '', `#${token}`);
    if (shown?.picture) picture.show(shown.picture);
    renew();
  });
  review.open(at);
}

/** The description of a game, where the table doesn't send its own. @param {State} state @returns {Promise<Description>} */
async function described(state) {
  const answer = await fetch(`/api/games/${encodeURIComponent(state.game ?? '')}`);
  return answer.json();
}

/** What stands beside the title: who one is, and the numbers of the table. @param {State} state */
function subtitle(state) {
  const who = state.seat ? `you are ${words(state.seat)}` : 'you look on';
  const known = [state.seed_known ? 'its maker can know what is hidden' : '', state.revealed && !state.over ? 'marked' : ''].filter(Boolean);
  const facts = (state.scene?.facts ?? []).map((/** @type {any} */ fact) => `${fact.title} ${fact.value}`.trim());
  return [who, ...facts, ...known].join(' · ');
}

/** @param {boolean} isUp */
function linked(isUp) {
  document.body.classList.toggle('is-cut-off', !isUp);
  if (isUp) return;
  losses += 1;
  if (losses === 1) said.tell('The connection is lost; it is tried again.');
  if (losses >= LOSSES) warn('The server can’t be reached. It is tried again by itself.');
}

/** The link leads to no table, or to no seat of it: that is said, and what else can be done. @param {string} text */
function ended(text) {
  document.body.classList.remove('is-cut-off');
  document.body.classList.add('is-ended');
  document.title = 'Parlour';
  if (part('title').textContent === '') part('title').textContent = 'No table';
  warn('');
  part('panel').classList.remove('is-due');
  part('prompt').textContent = 'You can’t sit down here';
  part('sub').textContent = text;
  part('tools').replaceChildren();
  part('offers').replaceChildren(make('div', { class: 'chips' }, make('a', { class: 'button', href: '/', text: 'Lobby' })));
  said.tell(text);
}

/** Who sits where has changed, and nothing else. @param {Sitting[]} players @param {{kind: string, seat: string, text: string}[]} events */
function sitting(players, events) {
  for (const { kind, seat, text } of events) said.note(`${kind} ${seat}`, text);
  if (!shown) return;
  shown.players = players;
  renewSeats();
  renew();
}

/** @param {any} frame */
function heard(frame) {
  if (frame.type === 'picture') {
    if (shown) shown.picture = frame.picture;
    if (review) return review.go(review.at);
    picture.show(frame.picture);
    renew();
  } else if (frame.type === 'players') sitting(frame.players, frame.events);
  else if (frame.type === 'judged') review?.judged(/** @type {any} */ (frame));
  else if (frame.type === 'chat') said.chat(frame.seat ?? 'somebody', frame.text);
  else if (frame.type === 'moved') {
    led(table, frame.table, frame.seats);
    location.assign(linkTo(frame.table, token));
  }
  else if (frame.type === 'rules') {
    showFaults(frame.faults, frame.text);
    description = frame.faults.length > 0 ? description : null;
  } else if (frame.type === 'fault' && frame.is_stuck) showTrouble(/** @type {any} */ (frame));
  else if (frame.type === 'fault' && frame.faults.length > 0) showFaults(frame.faults, frame.text, 'erred');
  else if (frame.type === 'fault') act.note(frame.text, null);
  else if (frame.type === 'error') act.note(frame.text, null);
}

/** Milliseconds in which the room must not change before a picture for it is asked for. */
const STILL = 80;
let waits = 0;

/** The room has changed: a picture as large as there is room. */
function sized() {
  clearTimeout(waits);
  waits = setTimeout(() => {
    const { clientWidth: width, clientHeight: height } = part('felt');
    if (width > 0 && height > 0) talk.paints(width, height);
  }, STILL);
}

async function openGuide() {
  const answer = description?.guide ? description : await (await fetch(`/api/games/${encodeURIComponent(description?.name ?? '')}`)).json();
  openSheet(`How ${answer.title} is played`, guide(answer.guide ?? answer.summary));
}

/** @type {HTMLDialogElement|null} the sheet of seats, as long as it is open */
let seatsSheet = null;
/** Who sits where in that sheet. */
let seatsShown = '';

function showSeats() {
  if (!shown || !description) return;
  seatsShown = JSON.stringify(shown.players);
  seatsSheet = openSeats(shown, description, talk);
}

/** Shows who sits where now, if the sheet is open and something has changed. */
function renewSeats() {
  if (!seatsSheet?.open || !shown || JSON.stringify(shown.players) === seatsShown) return;
  seatsSheet.close();
  showSeats();
}

function menu() {
  const invited = invite(table);
  const log = button('Log', () => document.body.classList.toggle('shows-log'), { class: 'quiet narrow-only' });
  const seats = button('Seats', showSeats, { class: 'quiet' });
  const items = [button('Guide', openGuide, { class: 'quiet' }), log, seats, invited && button('Invite', invited, { class: 'quiet' }), button('Settings', openSettings, { class: 'quiet' })];
  part('menu').append(...items.filter((item) => item !== null), make('a', { href: '/', text: 'Lobby' }));
}

part('typed').addEventListener('submit', (event) => {
  event.preventDefault();
  act.typed(/** @type {HTMLInputElement} */ (part('line')));
});
menu();
watchTaps(picture, act);
settings.listeners.push(renew);
new ResizeObserver(() => sized()).observe(part('felt'));
addEventListener('hashchange', () => location.reload());
const { clientWidth, clientHeight } = part('felt');
if (clientWidth > 0 && clientHeight > 0) talk.paints(clientWidth, clientHeight);
if (token) talk.connect();
else ended('This link is cut off: what stands behind the # is missing. Ask for the whole link.');
