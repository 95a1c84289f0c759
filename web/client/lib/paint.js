/**
 * Elements from descriptions, and a list of them brought up to date in place: what stays keeps its
 * focus, its scroll position and whether it is unfolded.
 */

/**
 * @typedef {Node | string | null | false | undefined} Child nothing is made of `null`, `false` and
 *   `undefined`
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => unknown)>} Properties
 *   `on…` are listeners; `key` tells an element from its siblings; the rest are attributes
 */

/** The listeners that an element of a page can have. */
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
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Properties} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [property, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') Reflect.set(element, property, value);
    else if (property === 'key') keys.set(element, String(value));
    else element.setAttribute(property, value === true ? '' : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== false && child !== undefined && child !== '') {
      element.append(child);
    }
  }
  return element;
}

/**
 * Makes `parent` hold what `children` describe.
 *
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function paint(parent, ...children) {
  const wanted = make('div', {}, ...children);
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
 * The node among `from` and its later siblings that `fresh` describes anew.
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
    // Whether something is unfolded is the reader's choice.
    if (name !== 'open' && !fresh.hasAttribute(name)) present.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (present.getAttribute(name) === value) continue;
    // The content policy lets a script set a style, but not write it as an attribute.
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
