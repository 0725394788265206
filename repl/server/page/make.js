// @ts-check
// Elements of a page, made without markup.

/**
 * An element with attributes and children. `class`, `text` and `on` (handlers by event) are special; all else is set as
 * an attribute, `true` as an empty one, `false` and `null` not at all.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {(Node|string|null|false)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...present(children));
  return element;
}

/** @param {(Node|string|null|false)[]} children @returns {(Node|string)[]} */
function present(children) {
  return /** @type {(Node|string)[]} */ (children.filter((child) => child !== null && child !== false));
}

/** @param {HTMLElement} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === 'text') element.textContent = value;
  else if (name === 'on') for (const [event, handler] of Object.entries(value)) element.addEventListener(event, /** @type {EventListener} */ (handler));
  else element.setAttribute(name, value === true ? '' : String(value));
}

/**
 * A button that does something when it is pressed, with the key that does the same.
 * @param {string} text @param {() => void} press @param {{class?: string, key?: string, title?: string}} [more]
 */
export function button(text, press, more = {}) {
  const children = more.key ? [make('kbd', { text: more.key })] : [];
  const shortcut = more.key && more.key.length === 1 ? more.key.toLowerCase() : null;
  const attributes = { type: 'button', class: more.class ?? '', title: more.title ?? null, 'aria-keyshortcuts': shortcut, on: { click: press } };
  return make('button', attributes, make('span', { text }), ...children);
}

/** The element of the page with an id, which its markup has. @param {string} id @returns {HTMLElement} */
export function part(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page lacks #${id}`);
  return element;
}

/** A text with its first letter large. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Names as people read them. @param {string} name */
export function words(name) {
  return name.replaceAll('_', ' ').replaceAll('-', ' ');
}

/** A list as people read it: "a, b and c". @param {string[]} items */
export function listed(items) {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;
}

/** A text as a sentence: with a large letter and a full stop. @param {string} text */
export function sentence(text) {
  return text === '' || /[.!?…]$/.test(text) ? capital(text) : `${capital(text)}.`;
}
