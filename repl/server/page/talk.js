// @ts-check
// The connection to a table: sits down, asks and is answered, and comes back by itself when it was lost.

import { kept } from './tables.js';
import { ownName } from './names.js';

/** @typedef {Record<string, any> & {type: string}} Frame */

/** The longest pause before the connection is tried again, in milliseconds. */
const LONGEST_PAUSE = 8000;

/** Whether frames can be sent compressed. */
const INFLATES = (() => {
  try {
    return new DecompressionStream('deflate-raw') !== null;
  } catch {
    return false;
  }
})();

/** The text of a compressed frame. @param {ArrayBuffer} bytes */
function inflated(bytes) {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}
/** The code by which a server ends a connection to a table that can't be had. */
const NO_TABLE = 4004;

/** What is wrong with a link, by the code of the server. @type {Record<string, string>} */
const ENDS = {
  void: 'This link isn’t good any more: there is a new one for its seat. Ask whoever invited you.',
  unknown: 'This link isn’t one of this table. A part of it may be missing: ask for the whole link.',
  seen: 'You have seen the cards of another seat of this match, so you can’t sit here as well.',
  missing: 'There is no such table here. A part of the link may be missing, or the table is gone.',
};

export class Talk {
  /**
   * @param {string} table @param {string} token
   * @param {{state: (frame: any) => void, link: (is_up: boolean) => void, other: (frame: Frame) => void, end: (text: string) => void}} told
   */
  constructor(table, token, told) {
    this.table = table;
    this.token = token;
    this.told = told;
    /** @type {number|null} the last version that came */
    this.version = null;
    /** @type {Map<string, {frame: Frame, answer: (frame: Frame) => void}>} what waits for its answer */
    this.waiting = new Map();
    this.pause = 250;
    this.count = 0;
    this.mark = fresh();
    /** @type {Frame|null} how large pictures are to be */
    this.size = null;
    /** @type {WebSocket|null} */
    this.socket = null;
    /** frames are heard in the order in which they came, however long each takes to inflate */
    this.last = Promise.resolve();
    /** Nothing comes of trying again. */
    this.isEnded = false;
  }

  /** Opens the connection, and again whenever it is lost. */
  connect() {
    let wasOpen = false;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(this.table)}/ws`);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.addEventListener('open', () => {
      wasOpen = true;
      this.#sit();
    });
    socket.addEventListener('message', (message) => this.#came(socket, message.data));
    socket.addEventListener('close', (closed) => this.#lost(closed, wasOpen));
  }

  #sit() {
    const since = this.version === null ? {} : { since: this.version };
    const host = kept(this.table)?.host;
    const name = ownName();
    this.#send({ type: 'sit', token: this.token, deflate: INFLATES, ...since, ...(host ? { host } : {}), ...(name ? { name } : {}) });
    if (this.size) this.#send(this.size);
    // An act that was sent before the connection was lost may be done or not; its id says which.
    for (const { frame } of this.waiting.values()) this.#send(frame);
  }

  /** A frame has come, compressed or not. @param {WebSocket} socket @param {string|ArrayBuffer} data */
  #came(socket, data) {
    if (!INFLATES) return this.#heard(String(data));
    const text = typeof data === 'string' ? data : inflated(data);
    this.last = this.last.then(async () => {
      const whole = await text;
      // What came of a connection that was lost meanwhile is sent again.
      if (socket === this.socket) this.#heard(whole);
    }).catch((error) => console.error(error));
  }

  /** @param {string} text */
  #heard(text) {
    const frame = /** @type {Frame} */ (JSON.parse(text));
    if (frame.type === 'state') this.#state(frame);
    else if (frame.type === 'error' && frame.code) this.#end(ENDS[String(frame.code)] ?? String(frame.text));
    else if (this.waiting.has(String(frame.id))) this.#answered(frame);
    else this.told.other(frame);
  }

  /** @param {Frame} frame */
  #state(frame) {
    this.pause = 250;
    this.version = frame.version;
    this.told.link(true);
    this.told.state(frame);
  }

  /** @param {Frame} frame */
  #answered(frame) {
    const id = String(frame.id);
    this.waiting.get(id)?.answer(frame);
    this.waiting.delete(id);
  }

  /** What came of the link is told, and nothing is tried any more. @param {string} text */
  #end(text) {
    this.isEnded = true;
    this.told.end(text);
    this.socket?.close();
  }

  /** @param {CloseEvent} closed @param {boolean} wasOpen */
  async #lost(closed, wasOpen) {
    if (this.isEnded) return;
    if (closed.code === NO_TABLE) return this.#end(`${closed.reason.charAt(0).toUpperCase()}${closed.reason.slice(1)}.`);
    this.told.link(false);
    // Why a connection isn't opened browsers don't say.
    if (!wasOpen && (await this.#isMissing())) return this.#end(ENDS.missing);
    // A reason from the server is told; it won't be another one by trying at once.
    if (closed.reason) this.told.other({ type: 'error', text: closed.reason });
    setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** Whether the server says that there is no such table. */
  async #isMissing() {
    const answer = await fetch(`/api/tables/${encodeURIComponent(this.table)}`).catch(() => null);
    return answer?.status === 404;
  }

  /** Whether the frame went out. @param {Frame} frame */
  #send(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /**
   * Asks the table something; what isn't answered before the connection is lost is asked again after it.
   * @param {Frame} frame @returns {Promise<Frame>}
   */
  ask(frame) {
    const id = `${this.mark}-${(this.count += 1)}`;
    const asked = { ...frame, id };
    return new Promise((answer) => {
      this.waiting.set(id, { frame: asked, answer });
      this.#send(asked);
    });
  }

  /** Asks for pictures of a size, now and with each state, from the other side of boards if they are turned. @param {number} width @param {number} height @param {boolean} turned */
  paints(width, height, turned) {
    if (this.size?.width === width && this.size.height === height && this.size.turned === turned) return;
    this.size = { type: 'paint', width, height, turned };
    this.#send(this.size);
  }

  /** Says something that isn't answered. @param {Frame} frame */
  say(frame) {
    this.#send(frame);
  }
}

/** A text that no other page has. On plain HTTP a page has no `crypto.randomUUID`. */
function fresh() {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
