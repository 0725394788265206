// A person at a page: clicks, keys, taps of a finger.

import { until } from './server.mjs';

/** Opens a link and waits for the picture of the table. */
export async function sit(context, link) {
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.message));
  await page.goto(link);
  await page.waitForSelector('#felt svg');
  await until('the table is told', () => page.evaluate(() => document.querySelector('#title')?.textContent !== ''));
  return page;
}

/** What a page shows: whether it is its turn, whether the match is over, how much has been said. */
export function shown(page) {
  return page.evaluate(() => ({
    isOver: document.querySelector('.after') !== null,
    isDue: document.querySelector('#panel')?.classList.contains('is-due') ?? false,
    said: document.querySelectorAll('#log p').length,
  }));
}

/**
 * Clicks something until what it opens is there. While something is still being shown a click only goes on, and one on what
 * is made anew between press and release is none.
 */
export async function clickUntil(page, clicked, opened) {
  await until(`${clicked} opens ${opened}`, async () => {
    if ((await page.locator(opened).count()) === 0) await page.click(clicked, { timeout: 1000 }).catch(() => {});
    return (await page.locator(opened).count()) > 0;
  });
}

/** Chooses by rule what to press: the same at each run. */
function press([turn, touch]) {
  const may = [...document.querySelectorAll('#felt .may')];
  const filled = [...document.querySelectorAll('#offers button.filled:not(:disabled)')];
  const chips = [...document.querySelectorAll('#offers .chip')].filter((chip) => !chip.textContent.startsWith('Trade'));
  const clear = [...document.querySelectorAll('#tools button')].filter((button) => button.textContent.startsWith('Clear'));
  const pool = turn % 3 === 0 && filled.length > 0 ? filled : turn % 2 === 0 && chips.length > 0 ? chips : may.length > 0 ? may : [...chips, ...filled];
  const all = pool.length > 0 ? pool : clear;
  const one = all[(turn * 7) % Math.max(1, all.length)];
  if (!one) return null;
  const box = one.getBoundingClientRect();
  if (!touch) one.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses once, chosen by the number of the press; does nothing where nothing can be pressed. */
export async function pressOnce(page, turn, touch = false) {
  const at = await page.evaluate(press, [turn, touch]);
  if (at && touch) await page.touchscreen.tap(at.x, at.y);
  await page.waitForTimeout(20);
}

/** Plays until the match is over or so many presses are made; how many there were and whether it ended. */
export async function playOn(page, presses, touch = false) {
  let turn = 0;
  while (turn < presses) {
    const now = await shown(page);
    if (now.isOver) return { turn, isOver: true };
    if (!now.isDue) {
      await until('it is the turn, or the end', async () => ((at) => at.isDue || at.isOver)(await shown(page)));
      continue;
    }
    await pressOnce(page, (turn += 1), touch);
  }
  return { turn, isOver: false };
}
