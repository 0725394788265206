// @ts-check
// The picture of a table: the server's SVG in the page, its things, and how they are marked.

import { moved, seenIn } from './moving.js';

/** Marks that the page puts on things; the painter's style says what they look like. */
const MARKS = ['may', 'chosen', 'hinted'];

/** Pixels across the lens. */
const LENS = 120;
/** Pixels across what a finger hits without fail. */
const FINGER = 40;

export class Picture {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {SVGSVGElement|null} */
    this.svg = null;
    /** @type {Map<string, SVGElement>} */
    this.elements = new Map();
    /** @type {Thing[]} */
    this.things = [];
    this.text = '';
  }

  /** Puts a picture in the place of the one before, and lets what is in both move. @param {string} text @param {string|null} [taker] the seat that takes what leaves the table */
  show(text, taker = null) {
    if (text === this.text) return;
    const svg = read(text);
    if (!svg) return;
    const before = this.svg ? seenIn(this.svg) : null;
    this.host.replaceChildren(svg);
    this.svg = svg;
    this.text = text;
    this.#find();
    if (before) moved(before, svg, this.elements.get(this.things.find((thing) => thing.kind === 'seat' && thing.value === taker)?.key ?? '') ?? null);
  }

  #find() {
    this.elements.clear();
    this.things = [];
    for (const element of this.svg?.querySelectorAll('[data-kind]') ?? []) this.#add(/** @type {SVGElement} */ (element));
  }

  /** @param {SVGElement} element */
  #add(element) {
    const thing = thingOf(element);
    if (!thing || this.elements.has(thing.key)) return;
    this.elements.set(thing.key, element);
    this.things.push(thing);
    element.setAttribute('role', 'button');
  }

  /** The thing at which something happened. @param {EventTarget|null} target @returns {Thing|null} */
  at(target) {
    const element = target instanceof Element ? target.closest('[data-kind]') : null;
    return element ? thingOf(/** @type {SVGElement} */ (element)) : null;
  }

  /** Marks each thing as a function says. @param {(thing: Thing) => string[]} marksOf */
  mark(marksOf) {
    const figures = new Map([.../** @type {NodeListOf<SVGElement>} */ (this.svg?.querySelectorAll('.figure:has(> .mark-dot)') ?? [])].map((figure) => [figure.dataset.key, figure]));
    for (const thing of this.things) {
      const marks = new Set(marksOf(thing));
      const element = this.elements.get(thing.key);
      for (const mark of MARKS) element?.classList.toggle(mark, marks.has(mark));
      // What is built on a square hides the dot on it, and has its own.
      if (thing.kind === 'square') figures.get(`figure:${thing.of}:${thing.value}`)?.classList.toggle('may', marks.has('may'));
      element?.setAttribute('aria-pressed', String(marks.has('chosen')));
    }
  }

  /** Shows where some actions lead. @param {string[]} actions */
  lead(actions) {
    for (const dot of /** @type {NodeListOf<SVGElement>} */ (this.svg?.querySelectorAll('[data-leads]') ?? [])) {
      dot.classList.toggle('shown', String(dot.dataset.leads).split('|').some((action) => actions.includes(action)));
    }
  }

  /** The actions of the dot at a place of the window, if a finger may have meant one. @param {number} x @param {number} y @returns {string[]} */
  leadsAt(x, y) {
    const dots = [.../** @type {NodeListOf<SVGElement>} */ (this.svg?.querySelectorAll('.lead.shown') ?? [])].map((dot) => {
      const box = dot.getBoundingClientRect();
      return { dot, far: Math.hypot(x - box.left - box.width / 2, y - box.top - box.height / 2) };
    });
    const [nearest] = dots.sort((a, b) => a.far - b.far);
    return nearest && nearest.far <= FINGER / 2 ? String(nearest.dot.dataset.leads).split('|') : [];
  }

  /** Says on chosen cards how many of them are chosen. @param {(thing: Thing) => number} countOf */
  count(countOf) {
    for (const old of this.svg?.querySelectorAll('.tally') ?? []) old.remove();
    for (const thing of this.things) {
      const count = thing.count > 1 ? countOf(thing) : 0;
      const element = this.elements.get(thing.key);
      if (count > 0 && element) tally(element, `${count} of ${thing.count}`);
    }
  }

  /** Points at what actions are about: from square to square, or at one. @param {[string, string][]} arrows each with its class */
  point(arrows) {
    this.svg?.querySelector('.arrows')?.remove();
    const group = svg('g', { class: 'arrows', 'aria-hidden': 'true' });
    for (const [kind, action] of arrows) group.append(...this.#arrow(kind, action));
    this.svg?.append(group);
  }

  /** @param {string} kind @param {string} action */
  #arrow(kind, action) {
    const squares = this.things.filter((thing) => thing.kind === 'square');
    const named = action.split(/[^a-z0-9]+|(?<=\d)(?=[a-z])|x(?=[a-z0-9])/i).map((word) => squares.find((thing) => thing.value === word));
    const [from, to] = named.filter((thing) => thing !== undefined).map((thing) => middle(/** @type {SVGGraphicsElement} */ (this.elements.get(thing.key))));
    if (!from) return [];
    if (!to) return [svg('circle', { class: kind, cx: from.x, cy: from.y, r: from.r })];
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const corner = (/** @type {number} */ turn, /** @type {number} */ far) => `${to.x - far * Math.cos(angle + turn)},${to.y - far * Math.sin(angle + turn)}`;
    const end = { x: to.x - to.r * 0.5 * Math.cos(angle), y: to.y - to.r * 0.5 * Math.sin(angle) };
    const head = svg('polygon', { class: kind, points: [corner(0, 0), corner(0.5, to.r * 0.9), corner(-0.5, to.r * 0.9)].join(' ') });
    return [svg('line', { class: kind, x1: from.x, y1: from.y, x2: end.x, y2: end.y }), head];
  }

  /** Shows with ghosts what would lie on some squares of a board. @param {string} of @param {string[]} squares @param {string} tint */
  shade(of, squares, tint) {
    for (const old of this.svg?.querySelectorAll('.shade') ?? []) old.remove();
    const things = this.things.filter((thing) => thing.kind === 'square' && thing.of === of && squares.includes(thing.value));
    const ghosts = things.map((thing) => {
      const { x, y, r } = middle(/** @type {SVGGraphicsElement} */ (this.elements.get(thing.key)));
      return svg('rect', { class: 'shade', 'data-tint': tint, x: x - r, y: y - r, width: 2 * r, height: 2 * r });
    });
    this.svg?.append(...ghosts);
  }

  /** Shows under a lens at what a finger has aimed, with a ghost of what would be put there; nothing for null. @param {Thing|null} thing @param {string} [tint] */
  aim(thing, tint = '') {
    for (const old of document.querySelectorAll('.aim')) old.remove();
    const element = thing && /** @type {SVGGraphicsElement|undefined} */ (this.elements.get(thing.key));
    if (!element || !this.svg) return;
    const { x, y, r } = middle(element);
    // The squares that a shape would cover are shaded already.
    if (!this.svg.querySelector('.shade')) this.svg.append(svg('circle', { class: 'aim ghost', 'data-tint': tint, cx: x, cy: y, r: r * 0.8 }));
    const box = element.getBoundingClientRect();
    const lens = /** @type {SVGElement} */ (this.svg.cloneNode(true));
    for (const [name, value] of [['class', `aim lens ${lens.getAttribute('class') ?? ''}`], ['viewBox', [x - r * 4, y - r * 4, r * 8, r * 8].join(' ')], ['aria-hidden', 'true']]) lens.setAttribute(name, value);
    for (const each of lens.querySelectorAll('[data-kind]')) for (const name of ['data-kind', 'data-key', 'role', 'tabindex']) each.removeAttribute(name);
    const above = box.top - LENS - 28;
    lens.style.left = `${Math.max(4, Math.min(box.x + box.width / 2 - LENS / 2, innerWidth - LENS - 4))}px`;
    lens.style.top = `${above > 0 ? above : box.bottom + 28}px`;
    document.body.append(lens);
  }

  /** Where a thing is on the screen. @param {string} key */
  boxOf(key) {
    return this.elements.get(key)?.getBoundingClientRect() ?? null;
  }
}

/** A picture as an element of this page. @param {string} text @returns {SVGSVGElement|null} */
export function read(text) {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (parsed.nodeName !== 'svg' || parsed.querySelector('parsererror')) return null;
  for (const strange of parsed.querySelectorAll('script, foreignObject, iframe')) strange.remove();
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
}

/** @param {SVGElement} element @returns {Thing|null} */
function thingOf(element) {
  const { kind, of, value, nth, key, count } = element.dataset;
  if (kind === undefined) return null;
  const place = nth === undefined ? null : Number(nth);
  const name = key ?? `${kind}:${of}:${value}:${nth ?? ''}`;
  return { key: name, kind, of: of ?? '', value: value ?? '', nth: place, count: Number(count ?? 1) };
}

/** @param {SVGElement} element @param {string} text */
function tally(element, text) {
  const { x, y, width } = /** @type {SVGGraphicsElement} */ (element.querySelector('.ring') ?? element).getBBox();
  const group = svg('g', { class: 'tally', 'aria-hidden': 'true' });
  const wide = 10 + text.length * 7;
  group.append(svg('rect', { x: x + width - wide + 8, y: y - 8, width: wide, height: 22, rx: 11 }));
  const words = svg('text', { x: x + width - wide / 2 + 8, y: y + 7.5, 'text-anchor': 'middle' });
  words.textContent = text;
  group.append(words);
  // Beside it: what is written on a thing is part of its name.
  element.after(group);
}

/** The middle of an element in the picture, and half of its lesser side. @param {SVGGraphicsElement} element */
function middle(element) {
  const { x, y, width, height } = element.getBBox();
  return { x: x + width / 2, y: y + height / 2, r: Math.min(width, height) / 2 };
}

/** An element of SVG. @param {string} tag @param {Record<string, string|number>} attributes */
export function svg(tag, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
