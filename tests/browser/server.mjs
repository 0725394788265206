// Starts `parlour serve` on a free port, and browsers that sit at its tables.

import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** The address of this machine in its network: there, on plain HTTP, a page has no secure context. `localhost` where it has none. */
export function ownAddress() {
  const all = Object.values(networkInterfaces()).flat();
  return all.find((each) => each.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.1';
}

/** What keeps Chromium from talking to anybody else. */
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic', '--no-first-run', '--disable-component-update', '--disable-sync'];

function freePort(address) {
  return new Promise((found) => {
    const server = createServer().listen(0, address, () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });
}

export class Server {
  constructor(program, address = '127.0.0.1') {
    this.program = program;
    this.address = address;
    this.data = mkdtempSync(join(tmpdir(), 'parlour-'));
  }

  async start() {
    this.port ??= await freePort(this.address);
    this.url = `http://${this.address}:${this.port}`;
    this.child = spawn(this.program, ['serve', '--listen', `${this.address}:${this.port}`, '--data', this.data], { stdio: 'ignore' });
    await until('the server answers', async () => (await fetch(`${this.url}/api/games`).catch(() => null))?.ok);
  }

  /** Kills it as a power cut would. */
  async kill() {
    const gone = new Promise((done) => this.child.once('exit', done));
    this.child.kill('SIGKILL');
    await gone;
  }

  /** A new table. */
  async table(game, seats, more = {}) {
    const body = JSON.stringify({ game, variant: null, options: {}, seats, seed: 7, ...more });
    const ask = () => fetch(`${this.url}/api/tables`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    let answer = await ask();
    // Only so many tables can be opened in a while.
    await until('a table can be opened', async () => answer.status !== 429 || (answer = await ask()).status !== 429);
    if (answer.status !== 201) throw new Error(`no table of ${game}: ${await answer.text()}`);
    return answer.json();
  }

  link(table, seat) {
    return `${this.url}/t/${table.table}#${table.seats[seat]}`;
  }
}

export function browser(path) {
  return chromium.launch({ executablePath: path, args: QUIET });
}

/** A context of a browser, whose pages are as large as those of a desktop, unless told otherwise. */
export async function contextOf(browser, more = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...more });
  context.setDefaultTimeout(PATIENCE * 1000);
  return context;
}

/** Seconds until a test fails: far more than an idle machine takes, since this one may be busy. */
const PATIENCE = 120;

/** Waits for something that comes about by itself. */
export async function until(what, holds) {
  const end = Date.now() + PATIENCE * 1000;
  while (Date.now() < end) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`waited ${PATIENCE} s in vain: ${what}`);
}
