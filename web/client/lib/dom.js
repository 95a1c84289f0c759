/**
 * Making and keeping elements, for SVG and HTML alike.
 */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @typedef {Record<string, string | number | boolean | null>} Attributes `null` and `false` take an
 *   attribute away, `true` makes it empty
 */

/**
 * Sets attributes, and touches only those that change.
 *
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) {
      element.removeAttribute(name);
    } else {
      const written = value === true ? '' : String(value);
      if (element.getAttribute(name) !== written) element.setAttribute(name, written);
    }
  }
}

/**
 * A new SVG element.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * A new HTML element.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * Children of one parent, each known by a key: one that stays is kept as the element it is, so that
 * focus and motion survive.
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
   * Makes what is missing, in order, and takes away what no key names.
   *
   * @param {Iterable<string>} keys
   * @param {(key: string) => E} make
   */
  keep(keys, make) {
    const wanted = new Set(keys);
    for (const [key, element] of this.elements) {
      if (wanted.has(key)) continue;
      // Whoever hears that it loses the focus may come back here before it is gone.
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
 * The point of a drawing at a point of the window.
 *
 * @param {SVGSVGElement} drawing
 * @param {{ clientX: number, clientY: number }} at
 * @returns {DOMPoint}
 */
export function pointIn(drawing, { clientX, clientY }) {
  const point = new DOMPoint(clientX, clientY);
  return point.matrixTransform(drawing.getScreenCTM()?.inverse());
}
