// @ts-check
// Tables that were made in this browser: their links, and what they were made with.

/**
 * @typedef {object} Kept
 * @property {Record<string, string>} seats     a token for each open seat
 * @property {string} watch
 * @property {string} host
 * @property {string} mine                      the token at which this browser sits
 * @property {string} title
 * @property {number} made                      when, in milliseconds
 * @property {string} [game]
 */

const KEPT = 'parlour.tables';
/** Tables that are remembered. */
const MOST = 40;
/** Tables of which it is asked whether it is one's turn. */
const ASKED = 12;

/** All of them, the newest first. @returns {[string, Kept][]} */
export function allKept() {
  try {
    return Object.entries(/** @type {Record<string, Kept>} */ (JSON.parse(localStorage.getItem(KEPT) ?? '{}'))).sort(([, a], [, b]) => b.made - a.made);
  } catch {
    return [];
  }
}

/** @param {string} table @returns {Kept|null} */
export function kept(table) {
  return allKept().find(([id]) => id === table)?.[1] ?? null;
}

/** @param {string} table @param {Kept|null} entry */
export function keep(table, entry) {
  const others = allKept().filter(([id]) => id !== table);
  const all = entry ? [[table, entry], ...others] : others;
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(all.slice(0, MOST))));
  } catch {
    // A browser that keeps nothing: the links are on the page all the same.
  }
}

/** Remembers a table to which one was invited. @param {string} table @param {string} token @param {string} title @param {string|undefined} game */
export function visited(table, token, title, game) {
  if (kept(table) === null) keep(table, { title, seats: {}, watch: '', host: '', mine: token, made: Date.now(), game });
}

/** How a table stands: null if it can't be said. @param {string} table @param {string} token @returns {Promise<{seat: string|null, is_due: boolean, is_over: boolean}|null>} */
export async function standing(table, token) {
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/standing`, { method: 'POST', body: token }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

/** At how many tables but one it is one's turn. Of those that this browser remembers the latest are asked. @param {string} but */
export async function dueElsewhere(but) {
  const others = allKept().filter(([id]) => id !== but).slice(0, ASKED);
  const stand = await Promise.all(others.map(([id, entry]) => standing(id, entry.mine)));
  return stand.filter((each) => each?.is_due).length;
}

/** The link to a seat of a table. @param {string} table @param {string} token */
export function linkTo(table, token) {
  return `${location.origin}/t/${encodeURIComponent(table)}#${token}`;
}

/**
 * Makes a table and remembers it; one sits on one of its open seats, the first of which is 0.
 * @param {any} body @param {string} title @param {number} [nth] @returns {Promise<{id: string, entry: Kept}>}
 */
export function makeTable(body, title, nth = 0) {
  return made('/api/tables', JSON.stringify(body), body, title, nth);
}

/** Makes a table of a saved match. @param {string} save @param {string} [title] */
export async function takeUp(save, title) {
  const { game, variant, options, players } = JSON.parse(save);
  const seats = players.map((/** @type {string} */ player) => (player === 'human' ? 'open' : player));
  return made('/api/saves', save, { game, variant, options: Object.fromEntries(options), seats }, title ?? game, 0);
}

/** @returns {Promise<{id: string, entry: Kept}>} */
async function made(/** @type {string} */ path, /** @type {string} */ text, /** @type {any} */ body, /** @type {string} */ title, /** @type {number} */ nth) {
  const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });
  const made = await answer.json();
  if (!answer.ok) throw new Error(made.error ?? `the server answers ${answer.status}`);
  const mine = Object.values(/** @type {Record<string, string>} */ (made.seats))[nth] ?? made.watch;
  const entry = { title, seats: made.seats, watch: made.watch, host: made.host, mine, made: Date.now(), game: body.game };
  keep(made.table, entry);
  return { id: made.table, entry };
}

/**
 * Remembers the next table of those at one, where everybody's token is good for the next seat.
 * @param {string} table @param {string} next @param {Record<string, string>} seats the seat at the next table for each of this one
 */
export function led(table, next, seats) {
  const before = kept(table);
  if (!before) return;
  const turned = Object.entries(before.seats).map(([seat, token]) => [seats[seat] ?? seat, token]);
  keep(next, { ...before, seats: Object.fromEntries(turned), made: Date.now() });
}

/** Remembers a token that was given for a seat since the table was made. @param {string} table @param {string} seat @param {string} token */
export function given(table, seat, token) {
  const before = kept(table);
  if (before) keep(table, { ...before, seats: { ...before.seats, [seat]: token } });
}
