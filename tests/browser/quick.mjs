// Measures the speed of the page: `node quick.mjs PROGRAM CHROMIUM`, on a machine that does nothing else.

import { sit } from './hands.mjs';
import { Server, browser, until } from './server.mjs';

const [program, chromium] = process.argv.slice(2);
const server = new Server(program);
const chrome = await browser(chromium);
const ROUNDS = 9;

/** Milliseconds from the call of a page until a first move can be made there. */
async function toFirstMove(game, seat) {
  const table = await server.table(game, ['open', 'open']);
  const page = await (await chrome.newContext()).newPage();
  await page.addInitScript(() => {
    new MutationObserver((_, watcher) => {
      if (!document.querySelector('#felt .may')) return;
      watcher.disconnect();
      window.ready = performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto(server.link(table, seat));
  await until('a move can be made', () => page.evaluate(() => window.ready !== undefined));
  const took = await page.evaluate(() => window.ready);
  await page.context().close();
  return took;
}

/** Milliseconds from a tap that says an action until its picture is there. */
async function toPicture() {
  const table = await server.table('go', ['open', 'open']);
  const page = await sit(await chrome.newContext(), server.link(table, 'black'));
  const took = await page.evaluate(() => new Promise((done) => {
    const begun = performance.now();
    new MutationObserver(() => document.querySelector('#felt [data-figure]') && done(performance.now() - begun)).observe(document.querySelector('#felt'), { childList: true });
    document.querySelector('.square.may').dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }));
  await page.context().close();
  return took;
}

async function told(what, measure) {
  const times = [];
  for (let n = 0; n < ROUNDS; n += 1) times.push(await measure());
  times.sort((a, b) => a - b);
  console.log(`${what}: ${times[ROUNDS >> 1].toFixed(0)} ms in the middle, ${times[ROUNDS - 1].toFixed(0)} at most`);
}

await server.start();
try {
  await told('page to first move, chess', () => toFirstMove('chess', 'white'));
  await told('page to first move, go', () => toFirstMove('go', 'black'));
  await told('action to its picture, go', toPicture);
} finally {
  await chrome.close();
  await server.kill();
}
