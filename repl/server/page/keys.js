// @ts-check
// A table by the keyboard alone: a cursor over the things of the picture, and a key for each button.

/** @typedef {import('./picture.js').Picture} Picture */

/** Which way each arrow goes. */
const WAYS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

export class Keys {
  /**
   * @param {Picture} picture
   * @param {{tap: (key: string) => void, enter: () => void, clear: () => void, back: () => void, hint: () => void,
   *   undo: () => void, type: () => void}} does
   */
  constructor(picture, does) {
    this.picture = picture;
    this.does = does;
    /** @type {string|null} the key of the thing at the cursor */
    this.at = null;
    /** @type {DOMRect|null} where that was last */
    this.box = null;
    this.isOn = false;
    document.addEventListener('keydown', (event) => this.#pressed(event));
    document.addEventListener('focusin', (event) => this.#focused(event.target));
  }

  /** @param {EventTarget|null} target */
  #focused(target) {
    const thing = this.picture.at(target);
    this.isOn = thing !== null;
    this.at = thing?.key ?? this.at;
  }

  /** Takes the cursor off the table. */
  leave() {
    this.isOn = false;
    if (document.activeElement instanceof SVGElement) document.activeElement.blur();
  }

  /** After a new picture: the cursor is where it was, and Tab leads to it. */
  renew() {
    const first = this.picture.things.find((thing) => this.#element(thing.key)?.classList.contains('may'));
    if (this.at === null || !this.#element(this.at)) this.at = this.#nearest() ?? first?.key ?? null;
    for (const thing of this.picture.things) this.#element(thing.key)?.setAttribute('tabindex', thing.key === this.at ? '0' : '-1');
    if (this.isOn && this.at && document.activeElement === document.body) this.#element(this.at)?.focus({ preventScroll: true });
  }

  /** Where a thing at the cursor is gone, the one that is next to its place. */
  #nearest() {
    const box = this.box;
    if (!box) return null;
    return this.#ordered(box, () => true)[0] ?? null;
  }

  /** @param {string} key */
  #element(key) {
    return this.picture.elements.get(key) ?? null;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (inField && event.key !== 'Escape') return;
    if (this.#does(event)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  #does(event) {
    if (event.key in WAYS) return this.#move(WAYS[event.key]);
    const onThing = this.picture.at(document.activeElement);
    switch (event.key) {
      case 'Enter': case ' ': return this.#enter(event.key, onThing?.key ?? null);
      case 'Escape': return this.#call(this.does.clear);
      case 'Backspace': return this.#call(this.does.back);
      case 'h': case 'H': return this.#call(this.does.hint);
      case 'u': case 'U': return this.#call(this.does.undo);
      case '/': return this.#call(this.does.type);
      default: return false;
    }
  }

  /** @param {() => void} call */
  #call(call) {
    call();
    return true;
  }

  /** @param {string} key @param {string|null} thing */
  #enter(key, thing) {
    if (thing !== null) this.does.tap(thing);
    else if (key === 'Enter' && !(document.activeElement instanceof HTMLButtonElement)) this.does.enter();
    else return false;
    return true;
  }

  /** @param {[number, number]} way */
  #move([dx, dy]) {
    const from = this.at ? this.picture.boxOf(this.at) : null;
    const next = from ? this.#ordered(from, (x, y) => x * dx + y * dy > 2)[0] : this.picture.things[0]?.key;
    if (next) this.#go(next);
    return true;
  }

  /** The keys of the things, the nearest to a box first, those in line before others. */
  #ordered(/** @type {DOMRect} */ from, /** @type {(x: number, y: number) => boolean} */ isThere) {
    /** @type {{key: string, far: number}[]} */
    const found = [];
    for (const thing of this.picture.things) {
      const box = thing.key === this.at ? null : this.picture.boxOf(thing.key);
      if (!box) continue;
      const [x, y] = [box.x + box.width / 2 - from.x - from.width / 2, box.y + box.height / 2 - from.y - from.height / 2];
      if (isThere(x, y)) found.push({ key: thing.key, far: far(x, y, isThere) });
    }
    return found.sort((a, b) => a.far - b.far).map((each) => each.key);
  }

  /** @param {string} key */
  #go(key) {
    if (this.at) this.#element(this.at)?.setAttribute('tabindex', '-1');
    this.at = key;
    this.box = this.picture.boxOf(key);
    const element = this.#element(key);
    element?.setAttribute('tabindex', '0');
    element?.focus({ preventScroll: true });
  }
}

/** How far a thing is, going sideways counting more than going ahead. */
function far(/** @type {number} */ x, /** @type {number} */ y, /** @type {(x: number, y: number) => boolean} */ isThere) {
  const ahead = isThere(Math.abs(x), 0) || isThere(-Math.abs(x), 0);
  return ahead ? Math.hypot(x, y * 3) : Math.hypot(x * 3, y);
}
