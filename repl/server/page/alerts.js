// @ts-check
// Alerts of a table: short synthesized sounds, a vibration, the icon and the title, a notification.

import { settings } from './settings.js';

/** Notes of a sound: hertz, seconds from its beginning, seconds that it lasts. @type {Record<string, [number, number, number][]>} */
const NOTES = {
  turn: [[660, 0, 0.16], [880, 0.12, 0.26]],
  won: [[523, 0, 0.18], [659, 0.14, 0.18], [784, 0.28, 0.4]],
  over: [[392, 0, 0.22], [330, 0.18, 0.4]],
  chat: [[988, 0, 0.09], [1175, 0.07, 0.12]],
};
/** Knocks of a sound: seconds from its beginning, and the hertz around which its noise is. @type {Record<string, [number, number][]>} */
const KNOCKS = {
  card: [[0, 2600]],
  piece: [[0, 420]],
  dice: [[0, 900], [0.07, 1200], [0.13, 800], [0.22, 1100], [0.34, 700]],
};

/** @type {AudioContext|null} */
let audio = null;

/** Browsers let a page sound once something on it was tapped. */
function wake() {
  if (settings.sound === 'off') return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
}
for (const event of ['pointerdown', 'keydown']) addEventListener(event, wake, { passive: true });

/** Plays a sound, if sounds are on. @param {string} name */
export function sound(name) {
  if (!audio || audio.state !== 'running' || settings.sound === 'off') return;
  for (const [hertz, at, lasts] of NOTES[name] ?? []) note(audio, hertz, audio.currentTime + at, lasts);
  for (const [at, hertz] of KNOCKS[name] ?? []) knock(audio, hertz, audio.currentTime + at);
}

function note(/** @type {AudioContext} */ on, /** @type {number} */ hertz, /** @type {number} */ at, /** @type {number} */ lasts) {
  const [tone, level] = [new OscillatorNode(on, { type: 'triangle', frequency: hertz }), new GainNode(on, { gain: 0 })];
  level.gain.setValueAtTime(0.0001, at);
  level.gain.exponentialRampToValueAtTime(0.12, at + 0.015);
  level.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  tone.connect(level).connect(on.destination);
  tone.start(at);
  tone.stop(at + lasts);
}

/** A short noise that dies away, as of something that is put on a table. @param {AudioContext} on @param {number} hertz @param {number} at */
function knock(on, hertz, at) {
  const samples = new AudioBuffer({ length: on.sampleRate / 16, sampleRate: on.sampleRate });
  const values = samples.getChannelData(0);
  for (let n = 0; n < values.length; n += 1) values[n] = (Math.random() * 2 - 1) * Math.exp(-n / (values.length / 7));
  const [noise, band, level] = [new AudioBufferSourceNode(on, { buffer: samples }), new BiquadFilterNode(on, { type: 'bandpass', frequency: hertz, Q: 1.2 }), new GainNode(on, { gain: 0.5 })];
  noise.connect(band).connect(level).connect(on.destination);
  noise.start(at);
}

/** The icon: a card of the house, with a spot when it is one's turn. @param {boolean} isDue */
function icon(isDue) {
  const spot = isDue ? "<circle cx='24' cy='8' r='8' fill='%23e3a93c'/>" : '';
  return `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect x='6' y='2' width='20' height='28' rx='4' fill='%232f5d50'/><path d='M16 8l6 8-6 8-6-8z' fill='%23f6f1e7'/>${spot}</svg>`;
}

/** Says in the title and the icon whether it is one's turn. @param {string} title @param {boolean} isDue */
export function showTurn(title, isDue) {
  document.title = isDue ? `Your turn · ${title}` : title;
  const link = document.querySelector('link[rel="icon"]');
  if (link && link.getAttribute('href') !== icon(isDue)) link.setAttribute('href', icon(isDue));
}

/** It has become one's turn. @param {string} title @param {string} text */
export function alertTurn(title, text) {
  sound('turn');
  if (settings.sound === 'on' && navigator.userActivation?.hasBeenActive && navigator.vibrate) navigator.vibrate([30, 60, 30]);
  if (document.hidden) notify(`Your turn · ${title}`, text);
}

/** Whether this browser can notify, which it does on pages of a secure context alone. */
export function mayNotify() {
  return window.isSecureContext && 'Notification' in window;
}

/** @param {string} title @param {string} body */
function notify(title, body) {
  if (!mayNotify() || settings.notify === 'off' || Notification.permission !== 'granted') return;
  try {
    const shown = new Notification(title, { body, tag: location.pathname });
    shown.addEventListener('click', () => window.focus());
  } catch {
    // Some phones let only service workers notify.
  }
}

/** Asks the browser for leave to notify, when somebody has switched that on. */
export async function askToNotify() {
  if (mayNotify() && settings.notify === 'on' && Notification.permission === 'default') await Notification.requestPermission();
}

/** The sound of what has happened, by the kinds of its events and what has moved. @param {{kind: string, text: string|null}[]} events @param {Description} description */
export function soundOf(events, description) {
  if (events.some(({ kind }) => /roll|dice|die/.test(kind))) sound('dice');
  else if (events.length > 0) sound(description.cards.length > 0 ? 'card' : 'piece');
}
