/**
 * Turns a newer browser into one of the oldest supported ones: it removes the features that some of
 * them lack according to MDN's data. Differences in behaviour, such as a parameter or the order of
 * events, can't be removed.
 */

import { at, isMissing, missingIn } from './floor.js';

/**
 * The features to remove: globals, and members of globals, which may be static.
 *
 * @typedef {object} Removed
 * @property {string[]} globals
 * @property {{ owner: string, member: string, of: 'both' | 'owner' | 'prototype' }[]} members the
 *   members; `of` is the object that has them, where the data distinguishes static members
 * @property {string[]} attributes the attributes of any element
 */

/** The suffixes that the data appends to the names of members. */
const SUFFIX = /_(static|event)$/;
/** Matches a possible name of a member. */
const MEMBER = /^(@@)?[A-Za-z]\w*$/;
/**
 * The global objects that are the instance of an interface, by the name of the interface.
 *
 * @type {Record<string, string>}
 */
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
  // Playwright needs none of these. The page works with them as they are, because they belong to
  // other features of the same name.
  removed.attributes = [...attributes].filter((name) => /^[a-z]+$/.test(name));
  return removed;
}

/**
 * @param {Removed} removed
 * @param {[string, string]} named
 * @param {string[]} more
 * @param {boolean} [told] whether the data distinguishes static members
 */
function addMember({ members }, [owner, member], more, told = false) {
  const [below] = more;
  // The members of Intl are interfaces themselves.
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
 * Removes the features. It runs in the page before the page's own scripts.
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
  // Elements must not know the attribute either.
  const gone = new Set(attributes);
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    setAttribute.call(this, gone.has(name) ? `data-unknown-${name}` : name, value);
  };
}
