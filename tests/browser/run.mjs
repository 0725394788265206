// Plays at tables in headless Chromium, as people do: `node run.mjs PROGRAM CHROMIUM`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { clickUntil, playOn, pressOnce, shown, sit } from './hands.mjs';
import { Server, browser, contextOf, ownAddress, until } from './server.mjs';

const [program, chromium] = process.argv.slice(2);
// At the machine's own address the page has no secure context, as for most who play in a network of their own.
const server = new Server(program, ownAddress());
const chrome = await browser(chromium);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Games that are played by clicks alone, and against how many robots. */
const GAMES = { 'tic-tac-toe': 1, 'connect-four': 1, 'en-garde': 1, archaeology: 1, hearts: 3, hanabi: 1, chess: 1, yahtzee: 0, holdem: 1, 'final-card-down': 1, goofspiel: 1 };
const PRESSES = 40;

const context = (more = {}) => contextOf(chrome, more);

/** A card of one's own means itself: not the word that is written on it, and not what somebody else is told of theirs. */
async function meansWhatIsTapped() {
  const { Meaning, narrowed } = await import(`${process.cwd()}/repl/server/page/fitting.js`);
  const cards = [['D blue', 'blue'], ['5 red', 'red']].map(([name, colour]) => ({ name, columns: { colour } }));
  const hand = (seat, at) => ({ name: `hand.${seat}`, of: seat, at, cards: cards.map(({ name }) => ({ card: name })) });
  const description = { seats: { names: ['a', 'b'], all_names: [] }, cards, verbs: [], boards: [] };
  const meaning = new Meaning(description, 'a', [hand('a', 'hand'), hand('b', 'seat')]);
  const arg = (name, kind, zones = []) => ({ name, kind, zones, of: null, optional: false, other: false, range: null });
  const fitting = (args, values, thing) => narrowed([{ action: { verb: 'v', action: 'v', args: values }, filled: new Set() }], { kind: 'card', count: 1, nth: null, ...thing }, meaning, () => args).length;
  const declare = [[arg('card', 'card', ['hand']), arg('colour', 'word')], { card: 'D blue', colour: 'red' }];
  assert.equal(fitting(...declare, { value: 'D blue', of: 'hand.a' }), 1);
  assert.equal(fitting(...declare, { value: '5 red', of: 'hand.a' }), 0);
  const tell = [[arg('seat', 'seat'), arg('number', 'number')], { seat: 'b', number: 1 }];
  assert.equal(fitting(...tell, { value: 'D blue', of: 'hand.b', nth: 1 }), 1);
  assert.equal(fitting(...tell, { value: 'D blue', of: 'hand.a', nth: 1 }), 0);
  assert.equal(fitting([arg('place', 'number')], { place: 1 }, { value: 'D blue', of: 'hand.a', nth: 1 }), 1);
  // The same card on the market isn't that of one's hand.
  for (const [of, count] of [['hand.a', 1], ['market', 0]]) assert.equal(fitting([arg('card', 'card')], { card: '5 red' }, { value: '5 red', of }), count);
}

/** Whole matches, or long stretches of them, need nothing but clicks. */
async function clicks() {
  for (const [game, robots] of Object.entries(GAMES)) {
    const table = await server.table(game, ['open', ...Array(robots).fill('random')]);
    const at = await context();
    const page = await sit(at, server.link(table, Object.keys(table.seats)[0]));
    const before = (await shown(page)).said;
    const { turn, isOver } = await playOn(page, PRESSES);
    assert.deepEqual(page.faults, [], `${game}: the page has a fault`);
    assert.ok((await shown(page)).said > before, `${game}: ${turn} clicks led to nothing`);
    console.log(`${game}: ${turn} clicks${isOver ? ', to the end' : ''}`);
    await at.close();
  }
}

/** Arrows, Enter and Escape are enough for chess. */
async function keyboard() {
  const table = await server.table('chess', ['open', 'random']);
  const page = await sit(await context(), server.link(table, 'white'));
  await page.keyboard.press('Tab');
  await page.evaluate(() => document.querySelector('#felt [tabindex="0"]').focus());
  for (let turn = 0; turn < 40 && !(await label(page)).startsWith('d2'); turn += 1) await page.keyboard.press(turn % 2 ? 'ArrowRight' : 'ArrowDown').then(() => towards(page, 'd2'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.match(await label(page), /^d4/);
  await page.keyboard.press('Enter');
  await until('the pawn has gone', async () => (await page.textContent('#log')).includes('from d2 to d4'));
}

/** Types actions in turn at the pages of two seats. */
async function type(pages, actions) {
  for (const [n, action] of actions.entries()) {
    const page = pages[n % 2];
    await until('it is the turn', async () => (await shown(page)).isDue);
    await page.fill('#line', action);
    await page.press('#line', 'Enter');
    await until(`${action} is done`, async () => !(await shown(page)).isDue || (await shown(page)).isOver);
  }
}

/** The king is tapped, and then where castling leads it: no chip is needed. */
async function castles() {
  const table = await server.table('chess', ['open', 'open']);
  const pages = [await sit(await context(), server.link(table, 'white')), await sit(await context(), server.link(table, 'black'))];
  await type(pages, ['e2-e4', 'a7-a6', 'g1-f3', 'b7-b6', 'f1-c4', 'c7-c6']);
  await until('white is to act', async () => (await shown(pages[0])).isDue);
  for (const square of ['e1', 'g1']) await pages[0].click(`.square[data-value="${square}"]`);
  await until('white has castled', async () => (await pages[0].textContent('#log')).includes('You castle'));
}

/** After the end the page looks back: moment by moment, with the odds, and one plays on from there. */
async function looksBack() {
  const table = await server.table('tic-tac-toe', ['open', 'open']);
  const pages = [await sit(await context(), server.link(table, 'x')), await sit(await context(), server.link(table, 'o'))];
  await type(pages, ['a3', 'a1', 'b3', 'b1', 'c3']);
  const page = pages[0];
  await page.click('button:has-text("Look back")');
  await until('all decisions are judged', () => page.evaluate(() => document.querySelector('.graph .odds')?.getAttribute('points')?.split(' ').length === 5));
  await until('the end is shown', async () => (await page.textContent('.told')).startsWith('5 of 5'));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await until('the moment is shown', async () => (await page.textContent('.told')).startsWith('3 of 5'));
  assert.match(page.url(), /\/3$/);
  await page.click('button:has-text("Play on from here")');
  await page.waitForURL((url) => !url.pathname.includes(table.table));
  await page.waitForSelector('#felt svg');
  assert.equal(await page.evaluate(() => document.querySelectorAll('#felt [data-figure]').length), 3);
  assert.deepEqual(page.faults, []);
}

function label(page) {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
}

/** Moves the cursor by arrows to a square. */
async function towards(page, square) {
  const [column, row] = square;
  for (let step = 0; step < 20; step += 1) {
    const at = await label(page);
    if (at.startsWith(square) || at === '') return;
    const key = at[0] < column ? 'ArrowRight' : at[0] > column ? 'ArrowLeft' : at[1] < row ? 'ArrowUp' : 'ArrowDown';
    await page.keyboard.press(key);
  }
}

/** A finger on a screen of 360 pixels is enough for hearts, and nothing has to be scrolled sideways. */
async function touch() {
  const table = await server.table('hearts', ['open', 'random', 'random', 'random']);
  const page = await sit(await context({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }), server.link(table, 'north'));
  const before = (await shown(page)).said;
  await playOn(page, 30, true);
  assert.ok((await shown(page)).said > before, 'taps led to nothing');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
}

/** On a phone, upright and on its side, nothing has to be scrolled sideways, and what can be tapped is large enough for a finger. */
async function phones() {
  for (const [width, height] of [[360, 740], [740, 360]]) {
    for (const game of ['archaeology', 'liars-dice', 'holdem', 'chess', 'hanabi', 'final-card-down']) {
      const table = await server.table(game, ['open', 'random']);
      const page = await sit(await context({ viewport: { width, height }, hasTouch: true, isMobile: true }), server.link(table, Object.keys(table.seats)[0]));
      await until('the buttons are there', async () => (await page.locator('#panel button').count()) > 0);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, game);
      const small = await page.evaluate(() => [...document.querySelectorAll('button')].filter((button) => button.offsetParent && button.getBoundingClientRect().height < 40).map((button) => button.textContent));
      assert.deepEqual(small, [], `${game} at ${width} x ${height}`);
      const cut = await page.evaluate(() => [...document.querySelectorAll('#offers button')].filter((button) => button.getBoundingClientRect().bottom > innerHeight).map((button) => button.textContent));
      assert.deepEqual(cut, [], `${game} at ${width} x ${height}: cut off`);
      const felt = await page.evaluate(() => document.querySelector('#felt').getBoundingClientRect().height);
      const rail = await page.evaluate(() => document.querySelector('#panel').getBoundingClientRect().width);
      assert.ok(width < height || rail <= (game === 'chess' ? 260 : 150), `${game}: what is beside the table is ${rail} wide`);
      assert.ok(width < height ? felt > height * 0.45 : felt === height, `${game}: the table is ${felt} high of ${height}`);
      await page.context().close();
    }
  }
}

/** The log stands at its end when the result has come, which is one line where nobody has points, with all that can be done next in one row; the name of the program leads to the lobby. */
async function ended() {
  const table = await server.table('tic-tac-toe', ['open', 'open']);
  const at = await context({ viewport: { width: 1280, height: 520 } });
  const pages = [await sit(at, server.link(table, 'x')), await sit(at, server.link(table, 'o'))];
  await type(pages, ['a3', 'a1', 'b3', 'b1', 'c3']);
  const page = pages[0];
  await page.waitForSelector('.after');
  assert.equal(await page.textContent('#prompt'), 'You have won');
  assert.match(await page.textContent('#sub'), /^[A-Z].*\.$|^[a-z] .*\.$/);
  assert.equal(await page.locator('.scores').count(), 0);
  const rows = await page.evaluate(() => new Set([...document.querySelectorAll('.after > *')].map((each) => each.getBoundingClientRect().y + each.getBoundingClientRect().height / 2)).size);
  assert.equal(rows, 1);
  await until('the log is at its end', () => page.evaluate(() => ((log) => log.scrollHeight - log.scrollTop - log.clientHeight < 2)(document.querySelector('#log'))));
  // No style of the page reaches what the painter has measured.
  const changed = await page.evaluate(() => [...document.querySelectorAll('#felt rect[width]:not([width$="%"])')].filter((rect) => Math.abs(parseFloat(getComputedStyle(rect).width) - rect.width.baseVal.value) > 0.1).map((rect) => rect.outerHTML));
  assert.deepEqual(changed, []);
  assert.deepEqual(page.faults, []);
  await page.click('.home');
  await page.waitForSelector('.tile');
}

/** Cards are told by rank and suit in games that name them by words. */
async function signs() {
  const table = await server.table('crazy-eights', ['open', 'easy']);
  const page = await sit(await context(), server.link(table, 'a'));
  await playOn(page, 12);
  const told = await page.textContent('#log');
  assert.match(told, /[♣♦♥♠]/);
  assert.doesNotMatch(told, /\b(?:10|[2-9JQKA]) (?:clubs|diamonds|hearts|spades)/);
}

/** On a board of small squares a finger aims first, under a lens, and puts by a second tap. */
async function aims() {
  const table = await server.table('hex', ['open', 'open']);
  const page = await sit(await context({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }), server.link(table, 'red'));
  await until('it is the turn', async () => (await shown(page)).isDue);
  const { said } = await shown(page);
  const tap = async (/** @type {string} */ cell) => page.touchscreen.tap(...(await page.evaluate((cell) => ((box) => [box.x + box.width / 2, box.y + box.height / 2])(document.querySelector(`#felt [data-value="${cell}"]`).getBoundingClientRect()), cell)));
  await tap('e5');
  await page.waitForSelector('.lens');
  await tap('f6');
  assert.equal(await page.locator('.lens').count(), 1);
  assert.deepEqual([(await shown(page)).said, (await shown(page)).isDue], [said, true]);
  await tap('f6');
  await until('the stone is put', async () => !(await shown(page)).isDue);
  assert.match(await page.textContent('#log'), /f6/);
  assert.equal(await page.locator('.lens').count(), 0);
  assert.deepEqual(page.faults, []);
}

/** On a phone on its side no button lies on another, whatever is chosen, and each can be scrolled to. */
async function besides() {
  for (const [game, seat] of [['en-garde', 'left'], ['hanabi', 'a'], ['holdem', 'a'], ['archaeology', 'a']]) {
    const table = await server.table(game, ['open', 'random']);
    const page = await sit(await context({ viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true }), server.link(table, seat));
    await until('it is the turn', async () => (await shown(page)).isDue);
    for (let card = 0; card < 4; card += 1) {
      const { covered, wide } = await page.evaluate(() => {
        const panel = /** @type {HTMLElement} */ (document.getElementById('panel'));
        const buttons = [...panel.querySelectorAll('button')].filter((each) => each.offsetParent);
        const isHit = (/** @type {HTMLElement} */ each) => {
          each.scrollIntoView({ block: 'center' });
          const box = each.getBoundingClientRect();
          return each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
        };
        return { covered: buttons.filter((each) => !isHit(each)).map((each) => each.textContent), wide: panel.scrollWidth - panel.clientWidth };
      });
      assert.deepEqual({ covered, wide }, { covered: [], wide: 0 }, game);
      const cards = page.locator('#felt .card.may');
      if ((await cards.count()) <= card) break;
      await cards.nth(card).dispatchEvent('click');
    }
    assert.deepEqual(page.faults, []);
  }
}

/** On a phone a draw is offered and a match given up from the menu, by the keyboard as well. */
async function givesUp() {
  const table = await server.table('chess', ['open', 'random']);
  const page = await sit(await context({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }), server.link(table, 'white'));
  await until('it is the turn', async () => (await shown(page)).isDue);
  assert.equal(await page.locator('#tools button:visible', { hasText: /draw|Resign/ }).count(), 0);
  await page.focus('#menu button:has-text("Menu")');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#more button:has-text("Offer draw"):visible');
  await page.focus('#more button:has-text("Resign")');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.sheet h2:has-text("Do you give this match up?")');
  await page.click('.sheet button.filled:has-text("Resign")');
  await until('the match is over', async () => (await shown(page)).isOver);
  assert.deepEqual(page.faults, []);
}

/** Who wants nothing to move sees nothing move. */
async function still() {
  const table = await server.table('hearts', ['open', 'random', 'random', 'random']);
  const page = await sit(await context({ reducedMotion: 'reduce' }), server.link(table, 'north'));
  await page.evaluate(() => {
    window.moved = 0;
    new MutationObserver(() => (window.moved += document.getAnimations().length)).observe(document.body, { subtree: true, childList: true });
  });
  await playOn(page, 12);
  assert.equal(await page.evaluate(() => window.moved), 0);
}

/** A die is seen to roll before anything follows from it. */
async function rolls() {
  const table = await server.table('treasure-hunt', ['open', 'random']);
  const page = await sit(await context(), server.link(table, Object.keys(table.seats)[0]));
  await until('it is the turn', async () => (await shown(page)).isDue);
  await page.evaluate(() => {
    window.rolled = 0;
    new MutationObserver(() => (window.rolled += document.querySelectorAll('body > .chance').length)).observe(document.body, { childList: true });
  });
  await page.click('#offers .filled');
  await until('the die has rolled', () => page.evaluate(() => window.rolled > 0));
  await until('the die is gone', () => page.evaluate(() => document.querySelector('.chance') === null));
  assert.deepEqual(page.faults, []);
}

/** A board is seen from the other side. */
async function turns() {
  const table = await server.table('chess', ['open', 'open']);
  const page = await sit(await context(), server.link(table, 'white'));
  const above = () => page.evaluate(() => document.querySelector('[data-value="a8"]').getBoundingClientRect().y < document.querySelector('[data-value="a1"]').getBoundingClientRect().y);
  assert.equal(await above(), true);
  await page.click('#menu button:has-text("Turn")');
  await until('the board is turned', async () => !(await above()));
}

/** Of two at one table neither page has a card of the other's hand in it. */
async function hidden() {
  const table = await server.table('crazy-eights', ['open', 'open']);
  const pages = [await sit(await context(), server.link(table, 'a')), await sit(await context(), server.link(table, 'b'))];
  const held = await Promise.all(pages.map((page, n) => page.evaluate((zone) => [...document.querySelectorAll(`[data-of="${zone}"]`)].map((card) => card.getAttribute('data-value')), `hand.${'ab'[n]}`)));
  for (const [n, page] of pages.entries()) {
    const text = await page.content();
    for (const card of held[1 - n]) assert.ok(!text.includes(`"${card}"`), `a page shows ${card} of the other hand`);
  }
}

/** After the server was killed and started again the page goes on by itself, at the same moment. */
async function killed() {
  const table = await server.table('connect-four', ['open', 'open']);
  const pages = [await sit(await context(), server.link(table, 'red')), await sit(await context(), server.link(table, 'yellow'))];
  await pages[0].click('#felt [data-kind="square"][data-value="d6"]');
  await until('the other sees it', async () => (await shown(pages[1])).isDue);
  await server.kill();
  await until('the page notices', () => pages[1].evaluate(() => document.body.classList.contains('is-cut-off')));
  await server.start();
  await until('the page is back', () => pages[1].evaluate(() => !document.body.classList.contains('is-cut-off')));
  await pages[1].click('#felt [data-kind="square"][data-value="d6"]');
  await until('the first sees the answer', async () => (await shown(pages[0])).isDue);
}

/** At `localhost`, where browsers give a page more, it does the same. */
async function local() {
  const other = new Server(program);
  await other.start();
  try {
    const table = await other.table('tic-tac-toe', ['open', 'random']);
    const page = await sit(await context(), other.link(table, 'x'));
    assert.equal(await page.evaluate(() => isSecureContext), true);
    await playOn(page, PRESSES);
    assert.deepEqual(page.faults, []);
  } finally {
    await other.kill();
  }
}

/** From the lobby to a table and its links: the form, the sheet of links and what is copied from it. */
async function begins() {
  const at = await context();
  const page = await at.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.message));
  if (ownAddress() !== '127.0.0.1') assert.equal(await page.goto(server.url).then(() => page.evaluate(() => isSecureContext)), false);
  await page.goto(`${server.url}/#tic-tac-toe`);
  await page.waitForSelector('#choice select[name="seat-1"]');
  await page.selectOption('#choice select[name="seat-1"]', 'a friend');
  await page.click('#choice button[type="submit"]');
  await page.waitForSelector('#felt svg');
  await page.waitForSelector('.sheet .code svg');
  await page.click('.sheet .link button >> nth=0');
  await page.waitForSelector('.sheet button:has-text("Copied")');
  const link = await page.inputValue('.sheet .link input >> nth=0');
  const friend = await sit(await context(), link);
  await page.keyboard.press('Escape');
  await until('the friend is here', async () => (await page.textContent('#log')).includes('is here'));
  await friend.close();
  await until('the friend has gone', async () => (await page.textContent('#log')).includes('has left the table'));
  assert.deepEqual(page.faults, []);
}

/** Bids of a number and a suit are a box, and those of a number a row: nothing is chosen before somebody has, and what is too low can't be. */
async function bids() {
  const cells = (page) => page.evaluate(() => [...document.querySelectorAll('#offers .cell')].map((cell) => ({ text: cell.textContent, isDead: cell.disabled, isChosen: cell.classList.contains('chosen') })));
  const filled = (page) => page.evaluate(() => [...document.querySelectorAll('#offers button.filled')].map((button) => button.textContent));
  for (const [width, height, count, low] of [[1280, 800, 35, ['1♣', '1♦', '1♥', '1♠']], [360, 740, 12, []]]) {
    const table = await server.table('contract-bridge', ['open', 'open', 'open', 'open']);
    const [north, east] = await Promise.all(['north', 'east'].map(async (seat) => sit(await context({ viewport: { width, height } }), server.link(table, seat))));
    await until('the box is there', async () => (await cells(north)).length === count);
    assert.ok((await cells(north)).every(({ isDead, isChosen }) => !isDead && !isChosen));
    assert.deepEqual(await filled(north), []);
    assert.doesNotMatch(await north.textContent('#sub'), /card/);
    for (const text of width > 900 ? ['1NT'] : ['1', 'NT']) await north.click(`#offers .cell:has(span:text-is("${text}"))`);
    assert.deepEqual(await filled(north), ['Bid 1NT']);
    await north.click('#offers button.filled');
    await until('it is the turn of the next', async () => (await cells(east)).length === count);
    assert.deepEqual((await cells(east)).filter(({ isDead }) => isDead).map(({ text }) => text), width > 900 ? [...low, '1NT'] : ['1']);
    await until('what came before is shown', async () => (await east.locator('#last p').count()) > 0);
  }
  const table = await server.table('spades', ['open', 'random', 'random', 'random']);
  const page = await sit(await context(), server.link(table, 'north'));
  await until('it is the turn', async () => (await shown(page)).isDue);
  assert.deepEqual((await cells(page)).map(({ text }) => Number(text)), [...Array(14).keys()]);
  assert.deepEqual(await filled(page), []);
}

/** A raise has the numbers that the pot gives, and the button that costs something is the main one until a number is chosen. */
async function raises() {
  const table = await server.table('holdem', ['open', 'open', 'open']);
  const page = await sit(await context({ viewport: { width: 360, height: 740 } }), server.link(table, 'a'));
  const filled = () => page.evaluate(() => [...document.querySelectorAll('#offers button.filled')].filter((button) => getComputedStyle(button).backgroundColor !== getComputedStyle(document.querySelector('#panel')).backgroundColor).map((button) => button.textContent));
  await until('the presets are there', async () => (await page.locator('#offers .preset').count()) > 0);
  // Blinds of 1 and 2: a call makes the pot 5, and a raise by that goes to 7.
  assert.deepEqual(await page.locator('#offers .preset').allTextContents(), ['Least4', 'Pot7', 'All100']);
  assert.deepEqual(await filled(), ['Call 2']);
  await page.click('#offers .preset:has-text("Pot")');
  assert.deepEqual(await filled(), ['Raise to 7']);
}

/** A complete trick lies there until it is taken, what follows is told when it is seen, and a tap goes on at once. */
async function tricks() {
  const table = await server.table('hearts', ['open', 'random', 'random', 'random'], { options: { passes: false } });
  const page = await sit(await context(), server.link(table, 'north'));
  await page.evaluate(() => {
    window.lay = [];
    window.early = [];
    window.resting = [];
    new MutationObserver(() => {
      const is_staying = document.body.classList.contains('is-staying');
      if (is_staying) window.early.push(...[...document.querySelectorAll('#log li:last-child p:last-child')].map((p) => p.textContent).filter((text) => text.includes('the trick')), ...[...document.querySelectorAll('#panel > :not(#rest)')].filter((each) => getComputedStyle(each).visibility !== 'hidden').map((each) => each.id));
      if (is_staying) window.resting.push(document.querySelector('#rest h2')?.textContent);
      if (is_staying) window.lay.push(document.querySelectorAll('#felt [data-of="trick"]:not(.ghost):not([data-value=""])').length);
    }).observe(document.body, { attributes: true, subtree: true, childList: true });
  });
  await playOn(page, 12);
  await until('a trick has lain there', () => page.evaluate(() => window.lay.includes(4)));
  assert.deepEqual(await page.evaluate(() => [...new Set(window.early)]), []);
  // The panel isn't empty: it has the card that was played last.
  assert.ok(await page.evaluate(() => window.resting.some((text) => / plays? /.test(text ?? ''))));
  // A tap on a seat shows it again, and so does a tool, which tells that it can be seen.
  for (const shows of ['#felt [data-kind="seat"][data-value="east"]', '#tools button[title="what lay there last"]']) {
    await clickUntil(page, shows, '.sheet svg.legend');
    assert.equal(await page.locator('.sheet svg.legend [data-of="trick"]:not([data-value=""])').count(), 4);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.sheet', { state: 'detached' });
  }
  assert.deepEqual(page.faults, []);
}

/** People at one table: names that are typed once, what they write to each other, and whose turn it is from the lobby. */
async function people() {
  const table = await server.table('connect-four', ['open', 'open']);
  const [first, second] = [await context(), await context()];
  await first.addInitScript(() => localStorage.setItem('parlour.name', 'Ida'));
  const pages = [await sit(first, server.link(table, 'red')), await sit(second, server.link(table, 'yellow'))];
  await pages[1].fill('#people input', 'Otto');
  await pages[1].press('#people input', 'Enter');
  await until('the name stands at the seat', async () => (await pages[0].textContent('#felt [data-kind="seat"][data-value="yellow"]')).includes('Otto'));
  await until('so does the other', async () => (await pages[1].textContent('#felt [data-kind="seat"][data-value="red"]')).includes('Ida'));
  await pages[0].fill('#chat input', 'Good luck');
  await pages[0].press('#chat input', 'Enter');
  await until('it is read', async () => (await pages[1].textContent('#chat ol')).includes('Ida Good luck'));
  await pages[1].reload();
  await until('it is read later as well', async () => (await pages[1].textContent('#chat ol')).includes('Ida Good luck'));
  assert.equal(await pages[0].title(), 'Your turn · Connect four');
  await pages[0].goto(server.url);
  await until('the lobby knows whose turn it is', async () => (await pages[0].textContent('#mine')).includes('your turn'));
  for (const page of pages) assert.deepEqual(page.faults, []);
}

/** A bid is a step from the last one, a trade shows what both sides are worth, and one tap on a card asks. */
async function choosing() {
  const holdem = await server.table('holdem', ['open', 'random']);
  const page = await sit(await context(), server.link(holdem, Object.keys(holdem.seats)[0]));
  await until('it is the turn', async () => (await shown(page)).isDue);
  const least = Number(await page.inputValue('.stepper input'));
  await page.click('.stepper button[aria-label="more"]');
  assert.equal(Number(await page.inputValue('.stepper input')), least + 1);
  assert.match(await page.textContent('#offers .filled'), new RegExp(`${least + 1}`));
  const eights = await server.table('hearts', ['open', 'random', 'random', 'random']);
  const cards = await sit(await context(), server.link(eights, 'north'));
  await cards.waitForSelector('#felt .card.may');
  assert.equal(await cards.locator('#offers .chip').count(), 0, 'the cards themselves are tapped');
  const before = (await shown(cards)).said;
  await cards.evaluate(() => document.querySelector('#felt .card.may').dispatchEvent(new MouseEvent('click', { bubbles: true })));
  assert.match(await cards.textContent('#sub'), /Tap it again/);
  assert.equal((await shown(cards)).said, before);
  for (const each of [page, cards]) assert.deepEqual(each.faults, []);
}

/** A card of the market isn't sold but taken, and what is wrong with a trade is told where it is said what to choose. */
async function trades() {
  for (const [width, height] of [[360, 740], [740, 360]]) {
    const table = await server.table('archaeology', ['open', 'random']);
    const page = await sit(await context({ viewport: { width, height }, hasTouch: true, isMobile: true }), server.link(table, Object.keys(table.seats)[0]));
    const press = (selector) => page.evaluate((selector) => document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { bubbles: true })), selector);
    // One digs first.
    await until('one can trade', async () => {
      if ((await page.textContent('#prompt')).startsWith('Trade')) return true;
      await press('#offers button.filled');
      return false;
    });
    // What is still moving isn't there yet, and what is chosen twice is put down.
    const chosen = (selector) => until(`${selector} is chosen`, async () => (await page.locator(`${selector}.chosen`).count()) > 0 || (await press(selector), await page.locator(`${selector}.chosen`).count()) > 0);
    await chosen('#felt [data-of="market"][data-value="pot_shard"]');
    await until('what is lacking is told', async () => /choose what to give/.test(await page.textContent('#sub')));
    assert.doesNotMatch(await page.textContent('#offers'), /Sell/);
    await chosen('#felt [data-of="market"][data-value="parchment_scrap"]');
    await chosen('#felt [data-of^="hand"][data-value="pot_shard"]');
    await until('the reason is told', async () => (await page.locator('#sub.fault').count()) === 1 && (await page.textContent('#sub')).includes('would cost 2'));
    const [sub, tools] = await page.evaluate(() => ['#sub', '.clears'].map((part) => ((of) => [of.scrollHeight - of.clientHeight, of.getBoundingClientRect().bottom])(document.querySelector(part))));
    assert.ok(sub[0] <= 1 && tools[1] <= height, `at ${width} x ${height} the reason or what clears is cut`);
    assert.deepEqual(page.faults, []);
  }
}

/** The lobby finds games by what they are called and what they are, and makes a table in one tap. */
async function lobby() {
  const page = await sit0(await context());
  await page.fill('#find', 'poker');
  await until('a synonym is found', async () => (await page.textContent('#games')).includes('Hold’em') || (await page.textContent('#games')).includes("Hold'em"));
  await page.fill('#find', 'chase lady');
  await page.click('#games .now');
  await page.waitForSelector('#felt svg');
  assert.equal(await page.textContent('#title'), 'Hearts');
  assert.deepEqual(page.faults, []);
}

/** The lobby in a page of its own. */
async function sit0(at) {
  const page = await at.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.message));
  await page.goto(server.url);
  await page.waitForSelector('.tile');
  return page;
}

/** Whoever made the table is offered a robot for who has left in mid-turn; who comes back by the link has the seat again. */
async function absent() {
  const table = await server.table('crazy-eights', ['open', 'open'], { seed: undefined });
  const at = await context();
  await at.addInitScript(([id, entry]) => localStorage.setItem('parlour.tables', JSON.stringify({ [id]: entry })), [table.table, { ...table, title: 'Crazy eights', mine: table.seats.a, made: 1 }]);
  const host = await sit(at, server.link(table, 'a'));
  let other = await sit(await context(), server.link(table, 'b'));
  let press = 0;
  await until('it is the turn of the other', async () => (await shown(other)).isDue || (await pressOnce(host, (press += 1))));
  await other.context().close();
  const select = host.locator('#tools select');
  await select.waitFor();
  await select.selectOption('easy');
  await until('a robot plays', async () => (await host.textContent('#log')).includes('played by a robot'));
  other = await sit(await context(), server.link(table, 'b'));
  await until('the person is back', async () => (await host.textContent('#log')).includes('played by a person'));
  assert.deepEqual([...host.faults, ...other.faults], []);
}

/** A link that isn't whole, or isn't good any more, says so, and nothing is tried for ever. */
async function links() {
  const table = await server.table('tic-tac-toe', ['open', 'open']);
  const whole = server.link(table, 'x');
  const wrong = [
    [whole.split('#')[0], 'what stands behind the #'],
    [whole.slice(0, -3), 'A part of it may be missing'],
    [whole.replace(table.table, table.table.slice(0, -2)), 'There is no such table'],
    [whole.replace(table.table, '0123456789ab'), 'no such table'],
  ];
  for (const [link, text] of wrong) {
    const at = await context();
    const page = await at.newPage();
    await page.goto(link);
    await until(`${link} says what is wrong`, async () => (await page.textContent('#sub')).includes(text));
    assert.equal(await page.evaluate(() => document.body.classList.contains('is-cut-off')), false);
    assert.ok(await page.isVisible('#offers a:has-text("Lobby")'));
    await at.close();
  }
}

/** Over a match the table keeps its place and its size, whatever is asked, chosen or told beside it. */
async function stays() {
  for (const [width, height] of [[360, 740], [740, 360], [1280, 800]]) {
    for (const game of ['archaeology', 'treasure-hunt', 'advance', 'holdem', 'en-garde']) {
      const table = await server.table(game, ['open', 'random']);
      const page = await sit(await context({ viewport: { width, height }, reducedMotion: 'reduce' }), server.link(table, Object.keys(table.seats)[0]));
      await page.evaluate(() => {
        window.boxes = new Set();
        new ResizeObserver(([{ target }]) => window.boxes.add(JSON.stringify(target.getBoundingClientRect()))).observe(document.querySelector('#felt'));
      });
      await playOn(page, 15);
      const felt = () => page.evaluate(() => window.boxes.add(JSON.stringify(document.querySelector('#felt').getBoundingClientRect())).size);
      assert.equal(await felt(), 1, `${game} at ${width} x ${height}: the table has moved`);
      await page.context().close();
    }
  }
}

/** Whatever may be tapped on the felt is marked, in hands, at others' and on boards, unless that is so much that it tells nothing. */
async function marked() {
  for (const [game, others] of [['hearts', 3], ['archaeology', 1], ['hanabi', 1], ['advance', 1], ['dvonn', 1], ['draughts', 1], ['oware', 1]]) {
    const table = await server.table(String(game), ['open', ...Array(others).fill('random')]);
    const page = await sit(await context(), server.link(table, Object.keys(table.seats)[0]));
    await until('it is the turn', async () => (await shown(page)).isDue);
    const bare = await page.evaluate(() => {
      const isSeen = (/** @type {Element} */ mark) => ((style) => style.fill !== 'none' || style.stroke !== 'none')(getComputedStyle(mark));
      const isMarked = (/** @type {Element} */ thing) => [...thing.querySelectorAll('.foot, .ring, .mark-dot, .top-ring, .ghost')].some(isSeen);
      const spared = document.querySelector('#felt').matches('.many, .crowded') ? '.square' : '.none';
      return [...document.querySelectorAll(`#felt .may:not(${spared})`)].filter((thing) => !isMarked(thing)).map((thing) => thing.getAttribute('data-key'));
    });
    assert.deepEqual(bare, [], `${game}: not marked`);
    await page.context().close();
  }
}

/** Marks on nearly all pieces or places tell nothing: they are there once a piece is chosen. */
async function sparing() {
  const marks = (page) => page.evaluate(() => [...document.querySelectorAll('#felt .square.may > :is(.foot, .mark-dot, .mark-ring)')].filter((mark) => ((style) => style.fill !== 'none' || style.stroke !== 'none')(getComputedStyle(mark))).length);
  for (const game of ['chess', 'go', 'hex']) {
    const table = await server.table(game, ['open', 'open']);
    const page = await sit(await context(), server.link(table, Object.keys(table.seats)[0]));
    await until('it is the turn', async () => (await page.locator('#felt .square.may').count()) > 0);
    assert.equal(await marks(page), 0, game);
    if (game !== 'chess') continue;
    await page.click('.square[data-value="e2"]');
    assert.equal(await marks(page), 2);
  }
}

/** A second tap at the place of one that acted does nothing in the next turn, unless a while has passed. */
async function hasty() {
  const table = await server.table('go', ['open', 'open']);
  const [page, other] = [await sit(await context(), server.link(table, 'black')), await sit(await context(), server.link(table, 'white'))];
  const press = (after) => page.evaluate((after) => {
    const button = [...document.querySelectorAll('#offers button')].find((each) => each.textContent === 'Pass');
    const click = new MouseEvent('click', { bubbles: true, detail: 1, clientX: 200, clientY: 200 });
    if (after > 0) Object.defineProperty(click, 'timeStamp', { value: window.first + after });
    else window.first = click.timeStamp;
    button?.dispatchEvent(click);
  }, after);
  const passes = async () => (await page.locator('#log').textContent()).split('You pass').length - 1;
  const isDue = () => until('it is the turn', async () => (await shown(page)).isDue && (await page.locator('#offers button').count()) > 0);
  await isDue();
  await press(0);
  await until('one has passed', async () => (await passes()) === 1 && (await shown(other)).isDue);
  await other.fill('#line', 'A1');
  await other.press('#line', 'Enter');
  await isDue();
  await press(300);
  assert.ok(await page.evaluate(() => !document.querySelector('#panel').classList.contains('waits')), 'a hasty tap has acted');
  await until('a later tap acts', async () => (await press(60_000), await passes()) > 1);
  assert.deepEqual(page.faults, []);
}

/** On a phone what happened last is told above a question that has a row of buttons. */
async function told() {
  const table = await server.table('go', ['open', 'random']);
  const page = await sit(await context({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }), server.link(table, 'black'));
  await playOn(page, 2);
  await until('it is the turn', async () => (await shown(page)).isDue && (await page.locator('#offers button').count()) > 0);
  await until('a line of what happened has room', () => page.evaluate(() => Number(document.querySelector('#last').style.getPropertyValue('--lines')) >= 1));
  assert.deepEqual(page.faults, []);
}

/** Buttons say what they come to and differ from each other, the guide speaks to those who tap, and a note covers nothing that it is about. */
async function says() {
  const chips = (page) => page.locator('#offers button').allTextContents();
  const holdem = await server.table('holdem', ['open', 'random']);
  const poker = await sit(await context(), server.link(holdem, Object.keys(holdem.seats)[0]));
  await until('it is the turn', async () => (await shown(poker)).isDue);
  assert.ok((await chips(poker)).some((text) => /^Call \d+$/.test(text)), `${await chips(poker)}`);
  await poker.locator('#felt [data-kind=seat][aria-label*=dealer]').first().dispatchEvent('click');
  await poker.waitForSelector('#note:has-text("Dealer")');
  const hanabi = await server.table('hanabi', ['open', 'random']);
  const partners = await sit(await context(), server.link(hanabi, Object.keys(hanabi.seats)[0]));
  await until('it is the turn', async () => (await shown(partners)).isDue);
  const texts = await chips(partners);
  assert.equal(new Set(texts).size, texts.length, `${texts}`);
  const dig = await server.table('archaeology', ['open', 'random']);
  const digger = await sit(await context(), server.link(dig, Object.keys(dig.seats)[0]));
  await digger.click('#menu button:has-text("Guide")');
  const guide = await digger.textContent('.guide');
  assert.ok(guide.includes('Trade - give any cards') && !/--set|steal b|help options|game\.toml/.test(guide), guide);
  const hearts = await server.table('hearts', ['open', 'random', 'random', 'random'], { options: { passes: false } });
  const phone = await sit(await context({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }), server.link(hearts, 'north'));
  await until('a card can’t be played', async () => (await shown(phone)).isDue && (await phone.locator('#felt [data-of="hand.north"]:not(.may)').count()) > 0);
  const card = phone.locator('#felt [data-of="hand.north"]:not(.may)').first();
  await card.dispatchEvent('click');
  await phone.waitForSelector('#note:not([hidden])');
  const [note, box] = [await phone.locator('#note').boundingBox(), await card.boundingBox()];
  assert.ok(note.y >= box.y + box.height, 'a note covers the card that it is about');
}

/** A shape of several squares is tapped, lies in its first way, is turned by another tap or by a drawing, and covers what is shaded. */
async function shapes() {
  const table = await server.table('quilt', ['open', 'random']);
  const page = await sit(await context(), server.link(table, 'red'));
  for (const [n, [shape, title]] of [['L5', 'L of five'], ['W5', 'W of five']].entries()) {
    await until('it is the turn', async () => (await shown(page)).isDue);
    const lines = await page.evaluate(() => new Set([...document.querySelectorAll('#tools button')].map((tool) => Math.round(tool.getBoundingClientRect().top))).size);
    assert.equal(lines, 1, 'the tools have a second line');
    const piece = page.locator(`[data-of="left.red"][data-value="${shape}"]`);
    const chosen = () => page.getAttribute('#offers button.chip[aria-pressed=true]', 'aria-label');
    await piece.click();
    assert.equal((await chosen())?.startsWith(`${title}, 1 of `), true, `${n}: it lies in no way`);
    await piece.click();
    assert.equal((await chosen())?.startsWith(`${title}, 2 of `), true, `${n}: it wasn't turned`);
    const way = page.locator('#offers button.chip:has(.drawing)').last();
    const seen = await way.evaluate((chip) => [getComputedStyle(chip.querySelector('path')).fill, getComputedStyle(chip).backgroundColor]);
    assert.notEqual(seen[0], seen[1], 'a shape has the colour of its ground');
    await way.click();
    const place = page.locator('[data-kind=square].may').first();
    await place.hover();
    assert.equal(await page.locator('#felt .shade').count(), 5, `${n}: what it would cover isn't shaded`);
    await place.click();
    await until('it lies', async () => (await page.textContent('#log')).includes(`You lay the ${title} on`));
    assert.equal(await piece.count(), 0, `${n}: ${shape} is still there`);
  }
}

/** Nothing that axe knows keeps anybody from the pages. */
async function accessible() {
  const hearts = await server.table('hearts', ['open', 'random', 'random', 'random']);
  const fencers = await server.table('en-garde', ['open', 'random']);
  const page = await (await context({ bypassCSP: true })).newPage();
  for (const link of [server.url, server.link(hearts, 'north'), server.link(fencers, 'left')]) {
    await page.goto(link);
    await page.waitForSelector('svg');
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }));
    const told = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html}`);
    assert.deepEqual(told, [], link);
  }
  for (const [link, name] of [[server.link(hearts, 'north'), 'Settings'], [server.link(hearts, 'north'), 'Seats'], [server.link(fencers, 'left'), 'Guide']]) {
    await page.goto(link);
    await page.reload();
    await clickUntil(page, `#menu button:has-text("${name}")`, '.sheet');
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }));
    assert.deepEqual(violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html}`), [], name);
  }
}

await server.start();
try {
  for (const test of [meansWhatIsTapped, begins, links, lobby, people, choosing, trades, tricks, absent, local, accessible, keyboard, castles, looksBack, ended, signs, aims, besides, givesUp, touch, phones, stays, marked, sparing, hasty, told, says, still, rolls, turns, hidden, killed, shapes, bids, raises, clicks]) {
    await test();
    console.log(`ok ${test.name}`);
  }
} finally {
  await chrome.close();
  await server.kill();
}
