/**
 * A stand-in for the document of a browser: elements with attributes, text, focus and events, but
 * without layout, so that the parts of a page can run in Node.
 */

import { readPage } from './pages.js';

const VOID = new Set(['meta', 'link', 'input', 'img', 'br']);
const HTML = 'http://www.w3.org/1999/xhtml';
const TAG = /<(\/?)([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>/gi;

class TreeNode extends EventTarget {
  /** @type {TreeElement | null} */
  parentNode = null;
  /** @type {TreeNode[]} */
  childNodes = [];
  nodeName = '#text';
  /** @type {string | null} */
  nodeValue = null;

  /** @returns {string} */
  get textContent() {
    return this.nodeValue ?? this.childNodes.map((node) => node.textContent).join('');
  }

  get parentElement() {
    return this.parentNode;
  }

  /** @returns {TreeNode | null} */
  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  /** @returns {TreeNode | null} */
  get nextSibling() {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  /** @returns {string} */
  get markup() {
    return this.nodeValue ?? '';
  }

  /** @param {TreeNode} other */
  isEqualNode(other) {
    return this.markup === other.markup;
  }

  remove() {
    const siblings = this.parentNode?.childNodes;
    siblings?.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }
}

/** @param {string} written */
function textNode(written) {
  const node = new TreeNode();
  node.nodeValue = written;
  return node;
}

/** @param {string} name */
const dataKey = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export class TreeElement extends TreeNode {
  /** @type {Map<string, string>} */
  values = new Map();
  style = { cssText: '', setProperty() {} };
  isConnected = true;
  scrollTop = 0;
  scrollHeight = 0;
  clientHeight = 0;
  namespaceURI = HTML;

  /** @param {string} name */
  constructor(name) {
    super();
    this.localName = name;
    this.nodeName = name.toUpperCase();
    this.dataset = new Proxy(/** @type {Record<string, string | undefined>} */ ({}), {
      get: (_, key) => this.values.get(dataKey(String(key))),
      set: (_, key, value) => !!this.values.set(dataKey(String(key)), String(value)),
    });
    this.classList = {
      contains: (/** @type {string} */ one) => this.#classes().includes(one),
      add: (/** @type {string} */ one) => this.classList.toggle(one, true),
      remove: (/** @type {string} */ one) => this.classList.toggle(one, false),
      toggle: (/** @type {string} */ one, on = !this.#classes().includes(one)) => {
        const others = this.#classes().filter((other) => other !== one);
        this.values.set('class', [...others, ...(on ? [one] : [])].join(' '));
      },
    };
  }

  #classes() {
    return (this.values.get('class') ?? '').split(' ').filter((one) => one !== '');
  }

  get attributes() {
    return [...this.values].map(([name, value]) => ({ name, value }));
  }

  get children() {
    return this.childNodes.filter((node) => node instanceof TreeElement);
  }

  /** @returns {TreeElement | null} */
  get firstElementChild() {
    return this.children[0] ?? null;
  }

  /** @returns {TreeElement | null} */
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }

  get childElementCount() {
    return this.children.length;
  }

  /** @override @type {string} */
  get textContent() {
    return super.textContent;
  }

  /** @override */
  set textContent(written) {
    this.replaceChildren(written);
  }

  /** @override */
  get markup() {
    const own = [...this.values].sort().map(([name, value]) => ` ${name}="${value}"`);
    return `<${this.localName}${own.join('')}>${this.childNodes.map((node) => node.markup).join('')}`;
  }

  get elements() {
    const all = this.querySelectorAll('input, button, select, textarea');
    const namedItem = (/** @type {string} */ name) =>
      all.find((one) => one.getAttribute('name') === name) ?? null;
    return Object.assign(all, { namedItem });
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.values.get(name) ?? null;
  }

  /** @param {string} name @param {unknown} value */
  setAttribute(name, value) {
    this.values.set(name, String(value));
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.values.delete(name);
  }

  /** @param {string} name */
  hasAttribute(name) {
    return this.values.has(name);
  }

  /** @param {string} name */
  toggleAttribute(name, on = !this.hasAttribute(name)) {
    if (on) this.setAttribute(name, '');
    else this.removeAttribute(name);
  }

  /** @param {TreeNode | string} node @param {TreeNode | null} before */
  insertBefore(node, before) {
    const child = typeof node === 'string' ? textNode(node) : node;
    child.remove();
    const at = before === null ? this.childNodes.length : this.childNodes.indexOf(before);
    this.childNodes.splice(at, 0, child);
    child.parentNode = this;
  }

  /** @param {(TreeNode | string)[]} nodes */
  append(...nodes) {
    for (const node of nodes) this.insertBefore(node, null);
  }

  /** @param {TreeNode} node */
  before(node) {
    this.parentNode?.insertBefore(node, this);
  }

  /** @param {TreeNode} node */
  after(node) {
    node.remove();
    this.parentNode?.insertBefore(node, this.nextSibling);
  }

  /** @param {(TreeNode | string)[]} nodes */
  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) node.remove();
    this.append(...nodes.filter((node) => node !== ''));
  }

  /** @param {TreeNode | null} node */
  contains(node) {
    for (let one = node; one; one = one.parentNode) if (one === this) return true;
    return false;
  }

  /** @returns {TreeElement[]} this element and all below it */
  get #all() {
    return [this, ...this.children.flatMap((child) => child.#all)];
  }

  /** @param {string} selectors simple selectors without combinators, separated by commas */
  matches(selectors) {
    return selectors.split(',').some((selector) =>
      [
        ...selector.trim().matchAll(/\.([\w-]+)|\[([\w-]+)(?:="([^"]*)")?\]|#([\w-]+)|([\w-]+)/g),
      ].every(([, cls, name, value, id, tag]) => {
        if (cls !== undefined) return this.classList.contains(cls);
        if (id !== undefined) return this.getAttribute('id') === id;
        if (tag !== undefined) return this.localName === tag;
        const own = this.getAttribute(name ?? '');
        return own !== null && (value === undefined || own === value);
      }),
    );
  }

  /** @param {string} selectors */
  querySelectorAll(selectors) {
    return this.#all.filter((one) => one !== this && one.matches(selectors));
  }

  /** @param {string} selectors */
  querySelector(selectors) {
    return this.querySelectorAll(selectors)[0] ?? null;
  }

  /** @returns {unknown[]} a rectangle, unless the element or an ancestor is hidden */
  getClientRects() {
    for (let one = /** @type {TreeElement | null} */ (this); one; one = one.parentNode)
      if (one.hasAttribute('hidden')) return [];
    return [{}];
  }

  focus() {
    /** @type {any} */ (globalThis.document).activeElement = this;
  }

  click() {
    const event = new Event('click', { cancelable: true });
    /** @type {any} */ (this).onclick?.(event);
    this.dispatchEvent(event);
  }
}

// The properties that mirror an attribute.
for (const name of ['id', 'href', 'title', 'type', 'name'])
  Object.defineProperty(TreeElement.prototype, name, {
    get() {
      return this.getAttribute(name) ?? '';
    },
    set(value) {
      this.setAttribute(name, value);
    },
  });
for (const name of ['hidden', 'disabled', 'checked', 'open'])
  Object.defineProperty(TreeElement.prototype, name, {
    get() {
      return this.hasAttribute(name);
    },
    set(value) {
      this.toggleAttribute(name, !!value);
    },
  });
Object.defineProperty(TreeElement.prototype, 'value', {
  get() {
    return this.written ?? this.getAttribute('value') ?? '';
  },
  set(value) {
    this.written = value;
  },
});

class TreeDocument extends EventTarget {}

/**
 * Returns the elements of an HTML page, whose markup closes each element.
 *
 * @param {string} markup
 */
function parse(markup) {
  const root = new TreeElement('html');
  const content = markup.replace(/<!doctype html>\s*<html[^>]*>/, '');
  let open = root;
  let end = 0;
  for (const {
    0: tag,
    1: closes,
    2: name = '',
    3: attributes = '',
    4: empty,
    index,
  } of content.matchAll(TAG)) {
    const text = content.slice(end, index);
    end = index + tag.length;
    if (text.trim() !== '') open.append(text);
    if (closes) {
      open = open.parentNode ?? root;
      continue;
    }
    const element = new TreeElement(name);
    for (const [, key = '', value = ''] of attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g))
      element.setAttribute(key, value);
    open.append(element);
    if (!empty && !VOID.has(name)) open = element;
  }
  return root;
}

/**
 * Makes a page of the client the global document.
 *
 * @param {string} page the name of its HTML file
 * @returns {any} the document
 */
export function openDocument(page) {
  const root = parse(readPage(page));
  const body = root.querySelector('body');
  const document = Object.assign(new TreeDocument(), {
    documentElement: root,
    body,
    head: root.querySelector('head'),
    activeElement: body,
    hidden: false,
    visibilityState: 'visible',
    title: '',
    cookie: '',
    styleSheets: [],
    getElementById: (/** @type {string} */ id) => root.querySelector(`[id="${id}"]`),
    querySelector: (/** @type {string} */ all) => root.querySelector(all),
    querySelectorAll: (/** @type {string} */ all) => root.querySelectorAll(all),
    createElement: (/** @type {string} */ name) => new TreeElement(name),
    createElementNS: (/** @type {string} */ namespace, /** @type {string} */ name) =>
      Object.assign(new TreeElement(name), { namespaceURI: namespace }),
  });
  Object.assign(globalThis, {
    document,
    Element: TreeElement,
    HTMLElement: TreeElement,
    SVGElement: class {},
    HTMLDetailsElement: class {},
    Document: TreeDocument,
    getComputedStyle: () => ({ visibility: 'visible' }),
    matchMedia: () => ({ matches: false }),
    ResizeObserver: class {
      observe() {}
    },
    requestAnimationFrame: (/** @type {() => void} */ draw) => queueMicrotask(draw),
    addEventListener() {},
    isSecureContext: true,
  });
  return document;
}
