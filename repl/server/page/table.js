// @ts-check
// The page of a table: puts the parts together.

import { Act } from './act.js';
import { Picture, svg } from './picture.js';
import { Review } from './review.js';
import { Moments } from './moments.js';
import { Said } from './said.js';
import { Chat } from './chat.js';
import { Talk } from './talk.js';
import { ending } from './ending.js';
import { alertTurn, askToNotify, mayNotify, showTurn, sound, soundOf } from './alerts.js';
import { hasCodes } from './cards.js';
import { askName, nameField, ownName, showSitting } from './names.js';
import { button, capital, make, part, words } from './make.js';
import { Clocks } from './clocks.js';
import { outcomes, showChance } from './chance.js';
import { gather } from './dealing.js';
import { givingUp } from './giving.js';
import { guide } from './guide.js';
import { hideNote } from './note.js';
import { showFaults, showTrouble } from './faults.js';
import { awaited, awaitedText, invite } from './invite.js';
import { openSeats } from './seats.js';
import { openSettings, openSheet, settings } from './settings.js';
import { dueElsewhere, kept, led, linkTo, visited } from './tables.js';
import { watchTaps } from './tapping.js';
import { Keys } from './keys.js';

const table = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const [token, moment] = location.hash.slice(1).split('/');

const picture = new Picture(part('felt'));
const said = new Said(part('log'), part('live'), part('last'));
const moments = new Moments();
const talk = new Talk(table, token, { state: arrived, link: linked, other: heard, end: ended });
const chat = new Chat(talk, said);
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
act.isBehind = () => moments.skip();
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
/** The version of the state that has come last, be it shown or not. */
let latest = -1;
/** Boards are seen from the other side. */
let isTurned = false;
/** Somebody was invited already on this page. */
let wasInvited = false;

/** A state of the table has come. @param {State} state */
async function arrived(state) {
  const game = state.description ?? description ?? (await described(state));
  description = game;
  losses = 0;
  said.codes = hasCodes(game);
  said.squares = new Set(game.boards.flatMap((board) => board.squares.filter((name) => name !== null)));
  for (const seat of state.scene?.seats ?? []) said.tints.set(seat.seat, seat.tint ?? tintOf(seat.number));
  const isNew = shown !== null && !state.whole && state.version > latest;
  const isOver = isNew && state.over !== null && shown?.over === null;
  latest = state.version;
  if (state.whole) moments.clear();
  // Dice that lie on the table roll there.
  const chance = isNew && !review && (state.scene?.dice ?? []).length === 0 ? outcomes(state.events) : [];
  if (chance.length > 0) {
    moments.add(() => {
      tell(state);
      sound('dice');
      showChance(chance);
    }, 'roll');
  }
  // What lay open in the middle of the action lies there for a while, and so does the last move before the result.
  if (isNew && !review && (state.passing || isOver && state.picture)) moments.add(() => rest(state), 'stay');
  moments.add(() => take(state, isNew), isNew ? 'step' : 'now');
}

/** The colour of a seat that has none of its own. @param {number} number */
function tintOf(number) {
  return ['blue', 'red', 'green', 'yellow', 'purple', 'orange', 'brown', 'grey'][number % 8];
}

/** The seat that has taken what leaves the table: the one whose places have got most cards, two at least. @param {State|null} before @param {State} state @returns {string|null} */
function takerOf(before, state) {
  const places = (/** @type {State|null} */ of) => /** @type {any[]} */ (of?.scene?.places ?? []);
  const had = new Map(places(before).map((place) => [place.name, place.count]));
  const most = places(state).map(({ name, of, count }) => ({ of, more: count - (had.get(name) ?? count) })).sort((a, b) => b.more - a.more)[0];
  return most && most.more > 1 ? most.of : null;
}

/** Tells what has happened. @param {State} state */
function tell(state) {
  said.add(state.version, state.events);
}

/** Shows what lay open in the middle of an action, or the last move before the result; what was asked gives way to what has happened. @param {State} state */
function rest(state) {
  said.add(state.version, state.events, state.later);
  act.passed = state.passing ?? act.passed;
  const lies = state.passing ?? state.picture;
  if (lies && !review) picture.show(lies);
  if (description) soundOf(state.events, description);
  showSitting(picture, state);
  const newest = part('log').querySelector('li:last-child p:last-child')?.cloneNode(true).childNodes ?? [];
  part('rest').replaceChildren(make('h2', {}, ...newest), button('Go on', () => moments.skip()));
}

/** Shows a state. @param {State} state @param {boolean} isNew something has happened */
function take(state, isNew) {
  if (!description) return;
  const { title } = description;
  const isDue = state.seat !== null && state.to_act.includes(state.seat);
  const wasDue = shown !== null && shown.seat !== null && shown.to_act.includes(shown.seat);
  showTurn(title, isDue);
  part('title').textContent = title;
  part('subtitle').textContent = subtitle(state);
  document.body.classList.toggle('has-board', (state.scene?.boards ?? []).some((/** @type {any} */ board) => board.shape !== 'hexes' && board.width <= board.height * WIDE));
  const { verbs = [] } = description.phases.find((phase) => phase.name === state.phase) ?? {};
  document.body.classList.toggle('bids', !(state.scene?.places ?? []).some((/** @type {any} */ place) => place.at === 'hand' && place.has_numbers) && description.verbs.some((verb) => (verbs.length === 0 || verbs.includes(verb.name)) && isBid(verb, /** @type {Description} */ (description), (state.scene?.dice ?? []).length > 0)));
  warn(state.unsaved ? 'The server can’t save this match just now. What is played may be lost if it ends.' : '');
  showTrouble(state.fault ?? null);
  if (state.whole) said.clear();
  tell(state);
  const isMarked = shown !== null && !shown.revealed && state.revealed === true && !state.over;
  if (isMarked) said.note('mark', 'The match is marked: somebody may know what was hidden or left to chance.');
  const isOver = isNew && state.over !== null && shown?.over === null;
  const isFirst = shown === null;
  const taker = isNew ? takerOf(shown, state) : null;
  shown = state;
  if (state.seat) visited(table, token, title, state.game);
  renewSeats();
  if (isFirst) menu();
  if (isNew) hideNote();
  // What lay in a place may have changed.
  if (isNew && isDue) /** @type {HTMLDialogElement|undefined} */ (document.querySelector('.laid')?.closest('dialog'))?.close();
  if (state.picture && !review) {
    if (isNew && state.picture !== picture.text) soundOf(state.events, description);
    picture.show(state.picture, taker);
  }
  renew();
  if (isOver) sound(state.seat && state.over?.winners.includes(state.seat) ? 'won' : 'over');
  else if (isDue && !wasDue && isNew) {
    alertTurn(title, capital(state.due ?? ''));
    said.tell(`It is your turn: ${state.due ?? ''}`);
  }
  // The invitation opens by itself, once, where somebody is awaited.
  if (!wasInvited && awaited(state).length > 0 && kept(table)?.watch && Date.now() - (kept(table)?.made ?? 0) < FRESH) invite(table, () => shown)?.();
  wasInvited = true;
  // A link to a moment of a match that is over.
  if (state.over && moment !== undefined && review === null) lookBack(Number(moment) || 0);
}

/** Milliseconds after which a table isn't fresh any more. */
const FRESH = 60_000;

/** Boards that are wider than this, relative to their height, need the room beside them. */
const WIDE = 1.3;

/** Whether a verb's numbers, or a number and a word, have more values than chips: a phone has more room for them from the beginning. @param {VerbSaid} verb @param {Description} game @param {boolean} hasDice */
function isBid({ args }, { lists }, hasDice) {
  // A number without a range may name dice.
  const sizeOf = (/** @type {ArgSaid} */ { kind, range, of }) => (kind !== 'number' ? (lists[of ?? ''] ?? []).length : range ? range[1] - range[0] + 1 : hasDice && args.length === 1 ? 1 : Infinity);
  return args.some(({ kind }) => kind === 'number') && args.every(({ kind }) => kind === 'number' || kind === 'word') && args.reduce((all, arg) => all * sizeOf(arg), 1) > 10;
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
  showSitting(picture, shown);
  chat.show(shown);
  clocks.show(shown);
  people(shown);
  if (shown.fair && !shown.fair.is_dealt) gather(part('offers'), shown, talk);
  if (shown.over) ending(part('offers'), shown, talk, description.seats.together, () => lookBack(null));
}

/** Who is awaited, and how one is called among people. @param {State} state */
function people(state) {
  const others = (state.players ?? []).filter((sits) => sits.player === 'human' && sits.seat !== state.seat);
  const called = (/** @type {string} */ name) => {
    talk.say({ type: 'name', text: name });
    part('people').replaceChildren();
  };
  const open = invite(table, () => shown);
  const text = state.over ? '' : awaitedText(state);
  // On a phone the table needs the room once one has acted; the settings have the name as well.
  const isTight = text === '' && act.hasActed && matchMedia('(max-width: 899px)').matches && !part('people').querySelector('input')?.value;
  const asks = state.seat !== null && others.length > 0 && ownName() === '' && !state.over && !isTight;
  const waits = text && open ? make('div', { class: 'awaited' }, make('span', { text: capital(text) }), button('Invite', open, { class: 'may' })) : null;
  // A name that is half written stays.
  const asked = asks ? part('people').querySelector('.word') ?? askName(called) : null;
  for (const each of [...part('people').children]) if (each !== asked) each.remove();
  if (waits) part('people').prepend(waits);
  if (asked && !asked.isConnected) part('people').append(asked);
}

/** Looks back at the match. @param {number|null} at */
function lookBack(at) {
  if (!description || !shown || review) return;
  review = new Review(talk, picture, description, shown, said.tints, () => {
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

/** What stands beside the title: who one is. The numbers of the table stand on it. @param {State} state */
function subtitle(state) {
  const who = state.seat ? `You are ${/^[a-z]$/.test(state.seat) ? 'player ' : ''}${capital(words(state.seat))}` : 'You look on';
  const known = state.revealed && !state.over ? ['marked'] : [];
  const onlookers = (state.onlookers ?? 0) - (state.seat ? 0 : 1);
  const watched = onlookers > 0 ? [`${onlookers} ${onlookers === 1 ? 'looks' : 'look'} on`] : [];
  return [who, ...watched, ...known].join(' · ');
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

/** Who sits where has changed, and nothing else. @param {Sitting[]} players @param {{kind: string, seat: string, text: string}[]} events @param {number} [onlookers] */
function sitting(players, events, onlookers) {
  for (const { kind, seat, text } of events) said.note(`${kind} ${seat}`, text);
  if (!shown) return;
  shown.players = players;
  shown.onlookers = onlookers;
  part('subtitle').textContent = subtitle(shown);
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
  } else if (frame.type === 'players') sitting(frame.players, frame.events, frame.onlookers);
  else if (frame.type === 'judged') review?.judged(/** @type {any} */ (frame));
  else if (frame.type === 'chat') chat.heard(/** @type {any} */ (frame));
  else if (frame.type === 'chats') chat.all(frame.lines);
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
    if (width > 0 && height > 0) talk.paints(width, height, isTurned);
  }, STILL);
}

async function openGuide() {
  const answer = description?.guide ? description : await (await fetch(`/api/games/${encodeURIComponent(description?.name ?? '')}`)).json();
  openSheet(`How ${answer.title} is played`, guide(answer.guide ?? answer.summary, answer.verbs));
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

/** What stands in the menu, made anew for the bar and for the sheet of a phone. */
function entries() {
  const invited = invite(table, () => shown);
  const quiet = button(settings.sound === 'on' ? 'Sound' : 'No sound', () => settings.set('sound', settings.sound === 'on' ? 'off' : 'on'), { class: 'quiet sound', title: 'sounds and vibration' });
  quiet.setAttribute('aria-pressed', String(settings.sound === 'on'));
  const turn = (shown?.scene?.boards ?? []).length > 0 ? button('Turn', turned, { class: 'quiet', title: 'see the board from the other side' }) : null;
  const items = [button('Guide', openGuide, { class: 'quiet' }), turn, button('Seats', showSeats, { class: 'quiet' }), invited && button('Invite', invited, { class: 'quiet' }), quiet, button('Settings', openPreferences, { class: 'quiet' })];
  return [...items.filter((item) => item !== null), make('a', { href: '/', text: 'Lobby' })];
}

function openPreferences() {
  openSettings(nameField((name) => talk.say({ type: 'name', text: name })), ...(mayNotify() ? [] : [make('p', { class: 'summary', text: 'Notifications need a page over HTTPS, or at localhost.' })]));
}

/** Shows boards from the other side. */
function turned() {
  isTurned = !isTurned;
  sized();
}

/** The signs of the board with their names, where the table has no room for them. */
function openKey() {
  const sheets = [...(picture.svg?.querySelectorAll('.legend-sheet') ?? [])].map((/** @type {any} */ legend) => {
    const { width, height } = legend.dataset;
    const shown = svg('svg', { class: 'legend', viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': 'the signs of the board' });
    shown.append(...[...legend.children].map((child) => child.cloneNode(true)));
    return shown;
  });
  openSheet('What stands on the board', ...sheets);
}

function menu() {
  const signs = button('?', openKey, { class: 'quiet signs', title: 'what stands on the board', });
  signs.setAttribute('aria-label', 'what stands on the board');
  const toggle = () => void document.body.classList.toggle('shows-log');
  const log = button('Log', toggle, { class: 'quiet narrow-only' });
  part('closes').onclick = toggle;
  const more = button('Menu', () => {}, { class: 'quiet narrow-only' });
  more.setAttribute('popovertarget', 'more');
  part('menu').replaceChildren(...entries().map((entry) => (entry.classList.add('wide-only'), entry)), signs, log, chat.toggle, more);
  part('more').replaceChildren(...entries());
}

/** The menu of a phone, as it opens: what ends the match stands there as well. */
function opened() {
  part('more').replaceChildren(...entries(), ...(shown ? givingUp(shown, act) : []));
}

/** Says at how many other tables it is one's turn. */
async function elsewhere() {
  if (document.hidden) return;
  const count = await dueElsewhere(table);
  const link = part('elsewhere');
  link.hidden = count === 0;
  const text = `Your turn at ${count === 1 ? 'another table' : `${count} other tables`}`;
  link.setAttribute('aria-label', text);
  // A phone has room for their number alone, beside the way back to the lobby.
  link.replaceChildren(make('span', { class: 'wide-only', text }), make('span', { class: 'narrow-only', text: String(count) }));
}
/** Milliseconds between two looks at the other tables. */
const OFTEN = 30_000;

part('typed').addEventListener('submit', (event) => {
  event.preventDefault();
  act.typed(/** @type {HTMLInputElement} */ (part('line')));
});
menu();
setInterval(elsewhere, OFTEN);
setTimeout(elsewhere, 2000);
// A tap on what only lies there for a while goes on at once.
for (const event of ['pointerdown', 'keydown']) part('felt').addEventListener(event, (hit) => moments.skip() && hit.stopImmediatePropagation(), true);
watchTaps(picture, act);
addEventListener('click', act.press, true);
settings.listeners.push(renew, menu, () => void askToNotify());
part('more').addEventListener('beforetoggle', (event) => /** @type {any} */ (event).newState === 'open' && opened());
part('more').addEventListener('click', () => /** @type {any} */ (part('more')).hidePopover?.());
new ResizeObserver(() => sized()).observe(part('felt'));
addEventListener('hashchange', () => location.reload());
const { clientWidth, clientHeight } = part('felt');
if (clientWidth > 0 && clientHeight > 0) talk.paints(clientWidth, clientHeight, isTurned);
if (token) talk.connect();
else ended('This link is cut off: what stands behind the # is missing. Ask for the whole link.');
