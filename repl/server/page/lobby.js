// @ts-check
// The lobby: games by family, a table made from a form, one's own tables and those that wait.

import { button, capital, make, part } from './make.js';
import { allKept, keep, linkTo, takeUp } from './tables.js';
import { openSettings, openSheet } from './settings.js';
import { choice } from './form.js';
import { read } from './picture.js';

/**
 * A game as the list of games has it.
 * @typedef {{name: string, title: string, synonyms?: string[], family?: string|null, summary?: string, seats: {min: number, max: number}}} Listed
 */

/** The families in their order, with their titles; those that aren't known come after them. */
const FAMILIES = new Map([['chess', 'Armies'], ['boards', 'Stones and lines'], ['cards', 'Cards'], ['dice', 'Dice and races']]);

/** @type {Listed[]} */
let games = [];

/** How many play. @param {Listed} game */
function players({ seats: { min, max } }) {
  if (min === max) return `${min} ${min === 1 ? 'player' : 'players'}`;
  return `${min} to ${max} players`;
}

/** @param {Listed} game */
function tile(game) {
  const picture = make('span', { class: 'plain', 'aria-hidden': 'true', 'data-picture': game.name }, make('span', { text: game.title.charAt(0) }));
  const open = () => void choose(game.name);
  const attributes = { type: 'button', class: 'tile', 'data-game': game.name, 'aria-pressed': 'false', title: game.summary ?? null, on: { click: open } };
  seen.observe(picture);
  return make('button', attributes, picture, make('b', { text: game.title }), make('small', { text: players(game) }));
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
}

/** @param {string} wanted */
function showGames(wanted) {
  const word = wanted.trim().toLowerCase();
  const fits = games.filter((game) => `${game.title} ${game.name} ${(game.synonyms ?? []).join(' ')} ${game.summary ?? ''}`.toLowerCase().includes(word));
  const families = Map.groupBy(fits, (game) => game.family ?? 'more games');
  const order = [...FAMILIES.keys(), ...[...families.keys()].filter((name) => !FAMILIES.has(name))];
  const sections = order.filter((name) => families.has(name)).map((name) => {
    return make('section', {}, make('h2', { text: FAMILIES.get(name) ?? capital(name) }), make('div', { class: 'tiles' }, ...(families.get(name) ?? []).map(tile)));
  });
  const none = fits.length === 0 ? [make('p', { class: 'none', text: `No game has “${wanted}” in its name.` })] : [];
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

/** One's own tables, with a way back to each. */
function showMine() {
  const rows = allKept().slice(0, 8).map(([id, entry]) => {
    const forget = button('Forget', () => {
      keep(id, null);
      showMine();
    }, { class: 'quiet' });
    return make('li', {}, make('b', { text: entry.title }), forget, make('a', { class: 'button', href: linkTo(id, entry.mine), text: 'Go on' }));
  });
  part('mine').hidden = rows.length === 0;
  part('mine').querySelector('ul')?.replaceChildren(...rows);
}

/** Tables at which somebody waits for others. */
async function showWaiting() {
  const answer = await fetch('/api/tables').catch(() => null);
  const tables = answer?.ok ? (await answer.json()).tables ?? [] : [];
  const rows = tables.map((/** @type {any} */ table) => {
    const free = (table.seats ?? []).filter((/** @type {any} */ seat) => seat.open).length;
    const known = table.seed_known ? '; whoever made it can know what is hidden' : '';
    const text = `${free} ${free === 1 ? 'seat is' : 'seats are'} free${known}`;
    return make('li', {}, make('b', { text: table.title ?? table.game }), make('small', { text }), button('Sit down', () => void sitDown(table)));
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
part('menu').append(file, button('Open a save', () => file.click(), { class: 'quiet' }), button('Settings', openSettings, { class: 'quiet' }));
part('find').addEventListener('input', (event) => showGames(/** @type {HTMLInputElement} */ (event.target).value));
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  part('find').focus();
});
showMine();
void showWaiting();
void begin();
