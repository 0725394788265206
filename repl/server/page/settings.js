// @ts-check
// Settings of the page: kept in this browser, and set on the root element for the style sheet.

import { button, make } from './make.js';

const KEPT = 'parlour.settings';

/** What can be set: its title, and its values with their names. */
const CHOICES = {
  light: { title: 'Light', values: { auto: 'as the system', day: 'day', night: 'night' } },
  suits: { title: 'Suits', values: { four: 'four colours', two: 'two colours' } },
  hand: { title: 'Buttons for', values: { right: 'the right hand', left: 'the left hand' } },
  size: { title: 'Text', values: { normal: 'normal', large: 'large', larger: 'larger' } },
  speed: { title: 'Moves', values: { slow: 'slow', normal: 'normal', fast: 'fast', none: 'at once' } },
  tap: { title: 'A tap', values: { moves: 'plays moves, asks for cards', plays: 'plays', asks: 'asks first' } },
  sound: { title: 'Sounds', values: { on: 'on', off: 'off' } },
  notify: { title: 'Notifications when it is your turn', values: { off: 'off', on: 'on' } },
};

/** @typedef {keyof typeof CHOICES} Name */

class Settings {
  constructor() {
    this.light = 'auto';
    this.suits = 'four';
    this.hand = 'right';
    this.size = 'normal';
    /** @type {'slow'|'normal'|'fast'|'none'} */
    this.speed = 'normal';
    this.tap = 'moves';
    this.sound = 'on';
    this.notify = 'off';
    /** @type {(() => void)[]} */
    this.listeners = [];
    this.#read();
    this.apply();
  }

  #read() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
      for (const name of names()) if (kept[name] in CHOICES[name].values) this.#put(name, kept[name]);
    } catch {
      // What another version kept, or a browser that keeps nothing: the defaults do.
    }
  }

  /** @param {Name} name @param {string} value */
  #put(name, value) {
    Object.assign(this, { [name]: value });
  }

  /** @param {Name} name @param {string} value */
  set(name, value) {
    this.#put(name, value);
    try {
      localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(names().map((each) => [each, this[each]]))));
    } catch {
      // It holds as long as the page is open.
    }
    this.apply();
    for (const listener of this.listeners) listener();
  }

  /** Whether it is night on the page. */
  isNight() {
    return this.light === 'night' || (this.light === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  }

  /** Whether nothing is to move. */
  still() {
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** Puts the settings on the root element. */
  apply() {
    const root = document.documentElement;
    root.toggleAttribute('data-night', this.isNight());
    root.toggleAttribute('data-day', !this.isNight());
    root.toggleAttribute('data-two-colours', this.suits === 'two');
    root.toggleAttribute('data-left-handed', this.hand === 'left');
    root.dataset.size = this.size;
  }
}

/** @returns {Name[]} */
function names() {
  return /** @type {Name[]} */ (Object.keys(CHOICES));
}

export const settings = new Settings();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => settings.apply());

/** Opens the sheet on which all can be set. */
export function openSettings(/** @type {Node[]} */ ...more) {
  const rows = names().map((name) => row(name));
  openSheet('Settings', make('div', { class: 'settings' }, ...more, ...rows));
}

/** @param {Name} name */
function row(name) {
  const { title, values } = CHOICES[name];
  const choices = Object.entries(values).map(([value, text]) => {
    const change = () => settings.set(name, value);
    const radio = make('input', { type: 'radio', name, value, checked: settings[name] === value, on: { change } });
    return make('label', {}, radio, make('span', { text }));
  });
  return make('fieldset', {}, make('legend', { text: title }), make('div', { class: 'segments' }, ...choices));
}

/** Opens a sheet over the page; Esc, its button and a tap beside it close it. @param {string} title @param {Node[]} content */
export function openSheet(title, ...content) {
  const heading = make('h2', { id: 'sheet-title', text: title });
  const close = button('Close', () => sheet.close(), { class: 'quiet', key: 'Esc' });
  const body = make('div', { class: 'sheet-body', tabindex: 0, role: 'region', 'aria-labelledby': 'sheet-title' }, ...content);
  const sheet = make('dialog', { class: 'sheet', 'aria-labelledby': 'sheet-title' }, make('header', {}, heading, close), body);
  sheet.addEventListener('close', () => sheet.remove());
  sheet.addEventListener('click', (event) => event.target === sheet && sheet.close());
  document.body.append(sheet);
  sheet.showModal();
  return sheet;
}
