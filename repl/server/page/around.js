// @ts-check
// The options of a table besides its game: who may come, clocks, hints, the way of dealing.

import { make } from './make.js';

/** Clocks that can be chosen: what they are called, and what is sent. */
const CLOCKS = {
  none: { title: 'no clock', clock: null },
  'move-30': { title: '30 seconds a move', clock: { type: 'move', seconds: 30 } },
  'move-120': { title: '2 minutes a move', clock: { type: 'move', seconds: 120 } },
  'fischer-180-2': { title: '3 minutes and 2 seconds a turn', clock: { type: 'fischer', seconds: 180, increment: 2 } },
  'fischer-600-5': { title: '10 minutes and 5 seconds a turn', clock: { type: 'fischer', seconds: 600, increment: 5 } },
  'fischer-1800-20': { title: '30 minutes and 20 seconds a turn', clock: { type: 'fischer', seconds: 1800, increment: 20 } },
  'days-1': { title: 'a day a move', clock: { type: 'days', days: 1 } },
  'days-3': { title: '3 days a move', clock: { type: 'days', days: 3 } },
};

/** What can be switched: its title, whether it is on, and what it means. */
const SWITCHES = {
  public: { title: 'In the lobby', on: false, help: 'Whoever comes to the lobby may take a free seat.' },
  hints: { title: 'Hints', on: true, help: 'Who is to act may ask a robot.' },
  chat: { title: 'Chat', on: true, help: 'Those at the table may write to each other.' },
  take_over: { title: 'Take over', on: false, help: 'Whoever looks on may take over the seat of a robot.' },
  fair: { title: 'Fair deal', on: false, help: 'Everybody says a word before the match, and after it the deal can be proved.' },
};

/** The part of the form. */
export function around() {
  const clocks = Object.entries(CLOCKS).map(([value, { title }]) => make('option', { value, text: title }));
  const clock = make('label', { class: 'row' }, make('span', { text: 'Clock' }), make('select', { name: 'clock' }, ...clocks));
  const delay = make('label', { class: 'row' }, make('span', { text: 'Onlookers' }), make('select', { name: 'delay' }, ...[0, 1, 2, 5, 10, 20].map((n) => make('option', { value: n, text: behind(n) }))));
  const switches = Object.entries(SWITCHES).map(([name, { title, on, help }]) => {
    return make('label', { class: 'row', title: help }, make('span', { text: title }), make('input', { type: 'checkbox', name: `around-${name}`, checked: on }), make('small', { text: help }));
  });
  return make('details', {}, make('summary', { text: 'Clock, onlookers, deal' }), clock, delay, ...switches);
}

/** @param {number} actions */
function behind(actions) {
  if (actions === 0) return 'see it at once';
  return `are ${actions} ${actions === 1 ? 'action' : 'actions'} behind`;
}

/** What was chosen, for the order of a table. @param {FormData} data */
export function chosenAround(data) {
  const clock = CLOCKS[/** @type {keyof typeof CLOCKS} */ (String(data.get('clock')))]?.clock ?? null;
  const switches = Object.keys(SWITCHES).map((name) => [name, data.get(`around-${name}`) !== null]);
  return { clock, delay: Number(data.get('delay') ?? 0), ...Object.fromEntries(switches) };
}
