/**
 * Creates HTML and SVG elements from descriptions and updates them in place, so that elements that
 * stay keep their focus, their scroll position and whether they are unfolded.
 */

import { splitAtNames } from './names.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @typedef {Node | string | null | false | undefined} Child a child; `null`, `false` and
 *   `undefined` create nothing
 * @typedef {Record<string, string | number | boolean | null | undefined>} Attributes attributes;
 *   `null`, `false` and `undefined` remove one, `true` makes it empty
 * @typedef {Record<string, Attributes[string] | ((event: any) => unknown)>} Properties properties;
 *   `on…` are listeners, `key` identifies an element among its siblings, the rest are attributes
 */

/** The listeners that `paint` updates. */
const LISTENERS = /** @type {const} */ ([
  'onclick',
  'onsubmit',
  'oninput',
  'onchange',
  'onkeydown',
]);

/** @type {WeakMap<Node, string>} */
const keys = new WeakMap();

/**
 * Returns the element of the page with this id.
 *
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @returns {E}
 */
export function part(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return /** @type {E} */ (element);
}

/**
 * Creates an HTML element with properties and children.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Properties} [properties]
 * @param {...(Child | readonly Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}

/**
 * Creates a button that submits no form.
 *
 * @param {Properties} [properties]
 * @param {...(Child | readonly Child[])} children
 */
export const createButton = (properties, ...children) =>
  html('button', { type: 'button', ...properties }, ...children);

/**
 * Creates an SVG element with properties and children.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Properties} [properties]
 * @param {...(Child | readonly Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Properties} properties
 * @param {(Child | readonly Child[])[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') Reflect.set(element, name, value);
    else if (name === 'key') keys.set(element, String(value));
    else set(element, { [name]: value });
  }
  for (const child of children.flat()) {
    if (child === null || child === false || child === undefined || child === '') continue;
    element.append(...(typeof child === 'string' ? marked(element, child) : [child]));
  }
  return element;
}

/** The elements that can contain nothing but text. */
const PLAIN = new Set(['option', 'textarea', 'title']);

/**
 * Splits a text into nodes, with the names of people marked so that translation programs leave them
 * alone.
 *
 * @param {Element} element the element that contains the text
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function marked(element, text) {
  const isWhole = element.getAttribute('translate') === 'no' || PLAIN.has(element.localName);
  if (isWhole || element.namespaceURI === SVG) return [text];
  const parts = splitAtNames(text);
  if (parts.length === 1) return parts;
  return parts.map((part, at) => {
    if (at % 2 === 0) return part;
    const name = document.createElement('span');
    name.setAttribute('translate', 'no');
    name.textContent = part;
    return name;
  });
}

/**
 * Sets attributes, and writes only those that change.
 *
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false || value === undefined) {
      element.removeAttribute(name);
    } else {
      const written = value === true ? '' : String(value);
      if (element.getAttribute(name) !== written) element.setAttribute(name, written);
    }
  }
}

/**
 * Whether an element is drawn. `Element.checkVisibility` would tell, but Safari has it only since
 * version 17.4.
 *
 * @param {Element} element
 */
export function isDrawn(element) {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
}

/**
 * Sets the text of an element, and writes only a text that changes: a text that is replaced by
 * itself would be read aloud again.
 *
 * @param {Element} element
 * @param {string} words
 */
export function write(element, words) {
  if (element.textContent !== words) element.replaceChildren(...marked(element, words));
}

/**
 * Updates the children of `parent` so that they match the descriptions in `children`.
 *
 * @param {Element} parent
 * @param {...(Child | readonly Child[])} children
 */
export function paint(parent, ...children) {
  const wanted = html('div', {}, ...children);
  replaceChildren(parent, [...wanted.childNodes]);
}

/**
 * @param {Element} parent
 * @param {Node[]} wanted
 */
function replaceChildren(parent, wanted) {
  let cursor = parent.firstChild;
  for (const fresh of wanted) {
    const present = counterpart(fresh, cursor);
    if (!present) {
      parent.insertBefore(fresh, cursor);
      continue;
    }
    if (present === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(present, cursor);
    update(present, fresh);
  }
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

/**
 * Returns the node among `from` and its later siblings that matches the new node `fresh`, or
 * `null`.
 *
 * @param {Node} fresh
 * @param {ChildNode | null} from
 */
function counterpart(fresh, from) {
  const key = keys.get(fresh);
  for (let node = from; node; node = node.nextSibling) {
    if (node.nodeName === fresh.nodeName && keys.get(node) === key) return node;
    if (key === undefined) return null;
  }
  return null;
}

/**
 * @param {Node} present
 * @param {Node} fresh
 */
function update(present, fresh) {
  if (!(present instanceof Element) || !(fresh instanceof Element)) {
    if (present.nodeValue !== fresh.nodeValue) present.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...present.attributes]) {
    // The reader decides whether a details element is open, so an update keeps the attribute.
    if (name !== 'open' && !fresh.hasAttribute(name)) present.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (present.getAttribute(name) === value) continue;
    // The content security policy lets a script set a style property, but not a style attribute.
    if (name === 'style') copyStyle(present, fresh);
    else present.setAttribute(name, value);
  }
  if (present instanceof HTMLElement && fresh instanceof HTMLElement) {
    for (const listener of LISTENERS) Reflect.set(present, listener, fresh[listener]);
  }
  if (present.isEqualNode(fresh) && !fresh.querySelector('button, form, details')) return;
  replaceChildren(present, [...fresh.childNodes]);
}

/**
 * @param {Element} present
 * @param {Element} fresh
 */
function copyStyle(present, fresh) {
  const styled = (/** @type {Element} */ one) =>
    one instanceof HTMLElement || one instanceof SVGElement ? one.style : null;
  const style = styled(present);
  if (style) style.cssText = styled(fresh)?.cssText ?? '';
}

/**
 * Children of one parent, each identified by a key. A child that stays keeps its element, so that
 * focus and animations survive.
 *
 * @template {Element} E
 */
export class Keyed {
  /** @param {Element} parent */
  constructor(parent) {
    this.parent = parent;
    /** @type {Map<string, E>} */
    this.elements = new Map();
  }

  /**
   * Creates the missing elements in order, and removes those with other keys.
   *
   * @param {Iterable<string>} keys
   * @param {(key: string) => E} make
   */
  keep(keys, make) {
    const wanted = new Set(keys);
    for (const [key, element] of this.elements) {
      if (wanted.has(key)) continue;
      // The entry is deleted first because a listener for the lost focus may call this method
      // before the element is gone.
      this.elements.delete(key);
      element.remove();
    }
    for (const key of wanted) {
      if (this.elements.has(key)) continue;
      const element = make(key);
      this.elements.set(key, element);
      this.parent.append(element);
    }
  }

  /**
   * @param {string} key
   * @returns {E | undefined}
   */
  get(key) {
    return this.elements.get(key);
  }
}

/**
 * Converts a point of the window to the coordinates of a drawing.
 *
 * @param {SVGSVGElement} drawing
 * @param {{ clientX: number, clientY: number }} at
 * @returns {DOMPoint}
 */
export function pointIn(drawing, { clientX, clientY }) {
  const point = new DOMPoint(clientX, clientY);
  return point.matrixTransform(drawing.getScreenCTM()?.inverse());
}
