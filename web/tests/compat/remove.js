/**
 * Makes of a newer browser one of the oldest supported ones: takes away what MDN's data says that some of them lack.
 * What is only a matter of behaviour, as a parameter or an event's order, can't be taken away.
 */

import { at, isMissing, missingIn } from './floor.js';

/**
 * What is taken away, by the ways to get at it: globals, and members of globals, which may be static.
 *
 * @typedef {object} Removed
 * @property {string[]} globals
 * @property {{ owner: string, member: string, of: 'both' | 'owner' | 'prototype' }[]} members `of` says whose they are,
 *   where the data tells static members from others
 * @property {string[]} attributes of any element
 */

/** Names that the data gives to members beyond the name of the member. */
const SUFFIX = /_(static|event)$/;
/** What members of an interface can be called. */
const MEMBER = /^(@@)?[A-Za-z]\w*$/;
/** The global objects whose interface is another one's, as the data names them. @type {Record<string, string>} */
const SELF = { Window: 'window' };

/** @returns {Removed} */
export function removedFeatures() {
  /** @type {Removed} */
  const removed = { globals: [], members: [], attributes: [] };
  for (const root of ['javascript.builtins', 'api']) {
    for (const path of missingIn(root)) {
      const [owner = '', member, ...more] = path.slice(root.length + 1).split('.');
      if (owner === 'Intl' && member !== undefined) addMember(removed, ['Intl', member], more);
      else if (member === undefined) removed.globals.push(owner);
      else addMember(removed, [owner, member], more, root === 'api');
    }
  }
  const global = Object.keys(at('html.global_attributes'));
  const attributes = new Set(global.filter((name) => isMissing(`html.global_attributes.${name}`)));
  for (const name of Object.keys(at('html.elements.dialog')))
    if (isMissing(`html.elements.dialog.${name}`)) attributes.add(name);
  // Playwright needs none of these, but the page does as it is: they are of other features of the same name.
  removed.attributes = [...attributes].filter((name) => /^[a-z]+$/.test(name));
  return removed;
}

/**
 * @param {Removed} removed
 * @param {[string, string]} named
 * @param {string[]} more
 * @param {boolean} [told] whether the data tells static members from others
 */
function addMember({ members }, [owner, member], more, told = false) {
  const [below] = more;
  // Of Intl the members are interfaces themselves.
  if (owner === 'Intl' && below !== undefined) {
    if (more.length === 1 && MEMBER.test(below) && below !== member)
      members.push({ owner: `Intl.${member}`, member: below, of: 'both' });
    return;
  }
  if (more.length > 0 || member === owner || !MEMBER.test(member)) return;
  const name = member.replace(SUFFIX, '');
  const self = SELF[owner];
  members.push({
    owner: self ?? owner,
    member: member.endsWith('_event') ? `on${name}` : name,
    of: self !== undefined || !told ? 'both' : member.endsWith('_static') ? 'owner' : 'prototype',
  });
}

/**
 * Takes it away; runs in the page before its own scripts.
 *
 * @param {Removed} removed
 */
export function remove({ globals, members, attributes }) {
  /** @param {any} owner @param {string} member @param {Removed['members'][number]['of']} of */
  const drop = (owner, member, of) => {
    const key = /** @type {string} */ (
      member.startsWith('@@')
        ? Symbol[/** @type {keyof SymbolConstructor} */ (member.slice(2))]
        : member
    );
    const owners = [of === 'prototype' ? null : owner, of === 'owner' ? null : owner?.prototype];
    for (const one of owners)
      if (one != null && key !== undefined && Object.hasOwn(one, key))
        Reflect.deleteProperty(one, key);
  };
  const world = /** @type {any} */ (globalThis);
  const find = (/** @type {string} */ path) =>
    path.split('.').reduce((/** @type {any} */ owner, name) => owner?.[name], world);
  for (const { owner, member, of } of members) drop(find(owner), member, of);
  for (const name of globals) Reflect.deleteProperty(world, name);
  // Elements don't know the attribute either.
  const gone = new Set(attributes);
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    setAttribute.call(this, gone.has(name) ? `data-unknown-${name}` : name, value);
  };
}
