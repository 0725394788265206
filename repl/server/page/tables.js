// @ts-check
// Tables that were made in this browser: their links, and what they were made with.

/**
 * @typedef {object} Kept
 * @property {any} body                         what the table was made with
 * @property {Record<string, string>} seats     a token for each open seat
 * @property {string} watch
 * @property {string} host
 * @property {string} mine                      the token at which this browser sits
 * @property {string} title
 * @property {number} nth                       which of the open seats that is
 * @property {number} made                      when, in milliseconds
 */

const KEPT = 'parlour.tables';
/** Tables that are remembered. */
const MOST = 40;

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

/** The link to a seat of a table. @param {string} table @param {string} token */
export function linkTo(table, token) {
  return `${location.origin}/t/${encodeURIComponent(table)}#${token}`;
}

/**
 * Makes a table and remembers it; one sits on one of its open seats, the first of which is 0.
 * @param {any} body @param {string} title @param {number} [nth] @returns {Promise<{id: string, entry: Kept}>}
 */
export async function makeTable(body, title, nth = 0) {
  const answer = await fetch('/api/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const made = await answer.json();
  if (!answer.ok) throw new Error(made.error ?? `the server answers ${answer.status}`);
  const mine = Object.values(/** @type {Record<string, string>} */ (made.seats))[nth] ?? made.watch;
  const entry = { body, title, seats: made.seats, watch: made.watch, host: made.host, mine, nth, made: Date.now() };
  keep(made.table, entry);
  return { id: made.table, entry };
}

/** Goes to a new table that is made as another one was. @param {string} table */
export async function again(table) {
  const before = kept(table);
  if (!before) return;
  const { id, entry } = await makeTable({ ...before.body, seed: undefined }, before.title, before.nth);
  location.assign(linkTo(id, entry.mine));
}
