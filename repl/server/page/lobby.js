// @ts-check
// The lobby: games by family, a table made from a form, one's own tables and those that wait.

import { button, capital, make, part } from './make.js';
import { allKept, keep, linkTo, makeTable, standing, takeUp } from './tables.js';
import { openSettings, openSheet } from './settings.js';
import { choice } from './form.js';
import { crop } from './crop.js';
import { nameField } from './names.js';
import { showTurn } from './alerts.js';
import { read } from './picture.js';

/**
 * A game as the list of games has it.
 * @typedef {{name: string, title: string, synonyms?: string[], family?: string|null, summary?: string, seats: {min: number, max: number, default?: number},
 *   levels?: string[], robots?: {name: string}[]}} Listed
 */

/** The families in their order, with their titles; those that aren't known come after them. */
const FAMILIES = new Map([['chess', 'Armies'], ['boards', 'Stones and lines'], ['cards', 'Cards'], ['dice', 'Dice and races']]);

/** How a table stands. @typedef {{is_due: boolean, is_over: boolean}} Stands */

/** @type {Listed[]} */
let games = [];

/** How many play. @param {Listed} game */
function players({ seats: { min, max } }) {
  if (min === max) return min === 1 ? 'alone' : `${min} players`;
  return `${min} to ${max}`;
}

/** @param {Listed} game */
function tile(game) {
  const picture = pictureFor(game);
  const open = () => void choose(game.name);
  const attributes = { type: 'button', class: 'tile', 'data-game': game.name, 'aria-pressed': 'false', title: game.summary ?? null, on: { click: open } };
  const choosing = make('button', attributes, picture, make('b', { text: game.title }), make('small', { text: players(game) }));
  const at = button('Play', () => void playNow(game), { class: 'now', title: `A table of ${game.title} at once, against robots` });
  at.setAttribute('aria-label', `Play ${game.title} at once`);
  return make('div', { class: 'game' }, choosing, at);
}

/** A place for the picture of a game, which comes when it is seen. @param {Listed} game */
function pictureFor(game) {
  const picture = make('span', { class: 'plain', 'aria-hidden': 'true', 'data-picture': game.name }, make('span', { text: game.title.charAt(0) }));
  seen.observe(picture);
  return picture;
}

/** A table at once: oneself on the first seat, robots of the middle level on the others of the usual number. @param {Listed} game */
async function playNow(game) {
  const { levels, robots } = game;
  const robot = levels?.[Math.floor(levels.length / 2)] ?? robots?.[0]?.name ?? 'random';
  const count = game.seats.default ?? Math.max(2, game.seats.min);
  const seats = Array.from({ length: Math.max(game.seats.min, Math.min(count, game.seats.max)) }, (_, n) => (n === 0 ? 'open' : robot));
  try {
    const { id, entry } = await makeTable({ game: game.name, variant: null, options: {}, seats }, game.title);
    location.assign(linkTo(id, entry.mine));
  } catch (error) {
    openSheet('No table could be made', make('p', { text: error instanceof Error ? error.message : String(error) }));
  }
}

/** A picture is made when its tile comes into sight. */
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    void paint(/** @type {HTMLElement} */ (target));
  }
}, { rootMargin: '200px' });

/** @type {Map<string, Promise<string|null>>} the pictures of games, which don't change */
const pictures = new Map();

/** @param {string} name */
function pictureOf(name) {
  const known = pictures.get(name) ?? fetch(`/api/games/${encodeURIComponent(name)}/picture.svg`).then((answer) => (answer.ok ? answer.text() : null)).catch(() => null);
  pictures.set(name, known);
  return known;
}

/** Puts the picture of a game into its tile. @param {HTMLElement} host */
async function paint(host) {
  const text = await pictureOf(host.dataset.picture ?? '');
  const drawn = text ? read(text) : null;
  if (!drawn) return;
  for (const each of drawn.querySelectorAll('[tabindex]')) each.removeAttribute('tabindex');
  host.replaceChildren(drawn);
  crop(drawn);
}

/** @param {string} wanted */
function showGames(wanted) {
  const asked = wanted.trim().toLowerCase().split(/\s+/);
  const said = (/** @type {Listed} */ game) => `${game.title} ${game.name} ${(game.synonyms ?? []).join(' ')} ${game.summary ?? ''} ${FAMILIES.get(game.family ?? '') ?? ''} ${players(game)}`.toLowerCase();
  const fits = games.filter((game) => asked.every((word) => said(game).includes(word)));
  const families = Map.groupBy(fits, (game) => game.family ?? 'more games');
  const order = [...FAMILIES.keys(), ...[...families.keys()].filter((name) => !FAMILIES.has(name))];
  const sections = order.filter((name) => families.has(name)).map((name) => {
    return make('section', {}, make('h2', { text: FAMILIES.get(name) ?? capital(name) }), make('div', { class: 'tiles' }, ...(families.get(name) ?? []).map(tile)));
  });
  const none = fits.length === 0 ? [make('p', { class: 'none', text: `No game is called or described by “${wanted}”.` })] : [];
  part('games').replaceChildren(...sections, ...none);
}

/** @param {string} name */
async function choose(name) {
  const answer = await fetch(`/api/games/${encodeURIComponent(name)}`);
  if (!answer.ok) return;
  for (const each of document.querySelectorAll('.tile')) each.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (each).dataset.game === name));
  const form = /** @type {HTMLFormElement} */ (part('choice'));
  choice(form, await answer.json());
  history.replaceState(null, '', `#${name}`);
  if (matchMedia('(max-width: 899px)').matches) form.scrollIntoView({ behavior: 'smooth' });
}

/** Tables of one's own that are shown besides those at which it is one's turn. */
const SHOWN = 8;
let showsAll = false;

/** @type {Map<string, Stands>} those of one's own tables that are over, which don't change */
const ended = new Map();

/** How one of one's own tables stands. @param {string} id @param {import('./tables.js').Kept} entry */
async function standsAt(id, entry) {
  const stands = ended.get(id) ?? (await standing(id, entry.mine));
  if (stands?.is_over) ended.set(id, stands);
  return stands;
}

/** One's own tables, those first at which it is one's turn and those last that are over, with a way back to each. */
async function showMine() {
  const rows = await Promise.all(allKept().map(async ([id, entry]) => ({ id, entry, stands: await standsAt(id, entry) })));
  const rank = (/** @type {Stands|null} */ stands) => (stands === null ? 2 : stands.is_due ? 0 : stands.is_over ? 3 : 1);
  rows.sort((a, b) => rank(a.stands) - rank(b.stands));
  const due = rows.filter(({ stands }) => stands?.is_due).length;
  showTurn(due > 0 ? `${due} ${due === 1 ? 'table' : 'tables'}` : 'Parlour: lobby', due > 0);
  part('mine').hidden = rows.length === 0;
  const listed = showsAll ? rows : rows.slice(0, due + SHOWN);
  const showAll = () => {
    showsAll = true;
    void showMine();
  };
  const more = listed.length < rows.length ? [make('li', {}, button(`All ${rows.length} tables`, showAll, { class: 'quiet' }))] : [];
  part('mine').querySelector('ul')?.replaceChildren(...listed.map(({ id, entry, stands }) => mine(id, entry, stands)), ...more);
}

/** @param {string} id @param {import('./tables.js').Kept} entry @param {Stands|null} stands */
function mine(id, entry, stands) {
  const forget = button('×', () => {
    keep(id, null);
    void showMine();
  }, { class: 'quiet', title: 'forget this table' });
  forget.setAttribute('aria-label', `forget ${entry.title}`);
  const text = stands === null ? 'can’t be reached' : stands.is_over ? 'over' : stands.is_due ? 'your turn' : 'the others are to act';
  const known = games.find((game) => game.name === entry.game);
  const picture = known ? pictureFor(known) : null;
  const words = make('span', { class: 'words' }, make('b', { text: entry.title }), make('small', { class: stands?.is_due ? 'due' : '', text }));
  return make('li', {}, picture, words, make('a', { class: `button${stands?.is_due ? ' filled' : ''}`, href: linkTo(id, entry.mine), text: stands?.is_over ? 'Look' : 'Go on' }), forget);
}

/** Tables at which somebody waits for others. */
async function showWaiting() {
  const answer = await fetch('/api/tables').catch(() => null);
  const tables = answer?.ok ? (await answer.json()).tables ?? [] : [];
  const rows = tables.map((/** @type {any} */ table) => {
    const free = (table.seats ?? []).filter((/** @type {any} */ seat) => seat.open).length;
    const known = table.seed_known ? '; whoever made it can know what is hidden' : '';
    const text = `${free} ${free === 1 ? 'seat is' : 'seats are'} free${known}`;
    const game = games.find((each) => each.name === table.game);
    return make('li', {}, game ? pictureFor(game) : null, make('span', { class: 'words' }, make('b', { text: table.title ?? table.game }), make('small', { text })), button('Sit down', () => void sitDown(table)));
  });
  part('waiting').hidden = rows.length === 0;
  part('waiting').querySelector('ul')?.replaceChildren(...rows);
}

/** @param {any} table */
async function sitDown(table) {
  const answer = await fetch(`/api/tables/${encodeURIComponent(table.table)}/sit`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  const sat = await answer.json();
  if (answer.ok) location.assign(linkTo(table.table, sat.token));
  else part('live').textContent = sat.error;
}

async function begin() {
  games = (await (await fetch('/api/games')).json()).games;
  showGames('');
  void showMine();
  void showWaiting();
  const wanted = location.hash.slice(1);
  const isWide = matchMedia('(min-width: 900px)').matches;
  const first = games.some((game) => game.name === wanted) ? wanted : isWide ? part('games').querySelector('.tile')?.getAttribute('data-game') : null;
  if (first) await choose(first);
}

/** Takes a saved match up again, or looks at it. @param {File|undefined} file */
async function openSave(file) {
  if (!file) return;
  try {
    const { id, entry } = await takeUp(await file.text());
    location.assign(linkTo(id, entry.mine));
  } catch (error) {
    openSheet('This match can’t be opened', make('p', { text: error instanceof Error ? error.message : String(error) }));
  }
}

const file = make('input', { type: 'file', accept: '.json,application/json', hidden: true, 'aria-label': 'a saved match', on: { change: () => void openSave(file.files?.[0]) } });
part('named').append(nameField(() => {}));
part('menu').append(file, button('Open a save', () => file.click(), { class: 'quiet' }), button('Settings', () => void openSettings(), { class: 'quiet' }));
part('find').addEventListener('input', (event) => showGames(/** @type {HTMLInputElement} */ (event.target).value));
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  part('find').focus();
});
setInterval(() => document.hidden || void showMine(), 30_000);
void begin();
