/**
 * A player who cannot see the page. They know only the page's accessibility tree, as the browser
 * exposes it to a screen reader, and use a keyboard. They read the page, hear its announcements,
 * and hear which element has the focus.
 */

import { soon } from './soon.js';

/** @import { CDPSession } from '@playwright/test' */
/** @import { Person } from './person.js' */

/** The number of presses of Tab after which an element counts as unreachable. */
const MOST_STOPS = 80;
/** Matches the sentence that names the winner. */
const VERDICT = /\bwins?\b|\bshare the win\b|^A draw/;
/** The roles of elements that only group others. */
const MUTE = new Set(['none', 'generic', 'InlineTextBox', 'ignored']);

/**
 * @typedef {object} Heard a part of the page as a screen reader reads it
 * @property {string} role
 * @property {string} name
 * @property {ReadonlySet<string>} states states such as `focused`, `pressed`, `disabled`
 * @property {boolean} live whether it is in a live region, whose changes are announced
 * @property {string[]} path the roles and names of the surrounding elements, the innermost first
 */

/**
 * The used fields of a node in the accessibility tree.
 *
 * @typedef {object} Node
 * @property {string} nodeId
 * @property {number} [backendDOMNodeId]
 * @property {boolean} ignored
 * @property {{ value?: unknown }} [role]
 * @property {{ value?: unknown }} [name]
 * @property {{ name: string, value: { value?: unknown } }[]} [properties]
 * @property {string[]} [childIds]
 */

export class Listener {
  /**
   * The lines of the live regions that were announced, each as the id of its node and its text.
   *
   * @type {Set<string>}
   */
  #heard = new Set();
  /** The announcements since the last key press. */
  #pending = '';
  /** The ids of the page's live regions in the browser. @type {number[]} */
  #regions = [];
  /** All announcements and key presses, for developers who debug a test. @type {string[]} */
  transcript = [];

  /**
   * @param {Person} person
   * @param {CDPSession} browser
   */
  constructor(person, browser) {
    this.person = person;
    this.browser = browser;
  }

  /**
   * Creates a listener for a person whose page is open.
   *
   * @param {Person} person
   */
  static async of(person) {
    const browser = await person.page.context().newCDPSession(person.page);
    await browser.send('Accessibility.enable');
    return new Listener(person, browser);
  }

  /** Reads the page from start to end. */
  async read() {
    const { nodes } = /** @type {{ nodes: Node[] }} */ (
      /** @type {unknown} */ (await this.browser.send('Accessibility.getFullAXTree'))
    );
    const known = new Map(nodes.map((node) => [node.nodeId, node]));
    /** @type {Heard[]} */
    const all = [];
    this.#regions = [];
    const visit = (
      /** @type {Node} */ node,
      /** @type {string[]} */ path,
      /** @type {boolean} */ live,
    ) => {
      const role = String(node.role?.value ?? 'none');
      const name = String(node.name?.value ?? '');
      const states = statesOf(node);
      const speaks = !node.ignored && !MUTE.has(role);
      if (speaks) all.push({ role, name, states, live, path });
      const isLive = live || states.has('live');
      if (isLive && !live && node.backendDOMNodeId) this.#regions.push(node.backendDOMNodeId);
      const inside = speaks && role !== 'StaticText' ? [`${role} ${name}`, ...path] : path;
      for (const id of node.childIds ?? []) {
        const child = known.get(id);
        if (child) visit(child, inside, isLive);
      }
    };
    const [root] = nodes;
    if (root) visit(root, [], false);
    return all;
  }

  /** Returns the current lines of the live regions. */
  async #said() {
    if (this.#regions.length === 0) await this.read();
    const parts = await Promise.all(
      this.#regions.map((backendNodeId) =>
        this.browser.send('Accessibility.queryAXTree', { backendNodeId, role: 'StaticText' }),
      ),
    );
    return parts
      .flatMap(({ nodes }) => /** @type {Node[]} */ (/** @type {unknown} */ (nodes)))
      .map(({ backendDOMNodeId, name }) => {
        const line = String(name?.value ?? '');
        return { key: `${backendDOMNodeId} ${line}`, line };
      });
  }

  /**
   * Returns the elements with this role and a matching name.
   *
   * @param {string} role
   * @param {RegExp} [name]
   */
  async find(role, name = /^/) {
    return (await this.read()).filter((one) => one.role === role && name.test(one.name));
  }

  /**
   * Returns a matching sentence of the page outside of the live regions.
   *
   * @param {RegExp} words
   */
  async reads(words) {
    const all = await this.read();
    return all.find(({ role, name, live }) => role === 'StaticText' && !live && words.test(name));
  }

  /** Whether the page's title announces that it is this player's turn. */
  async isAsked() {
    const { node } = await this.browser.send('Accessibility.getRootAXNode');
    return String(node.name?.value ?? '').startsWith('Your turn');
  }

  /** Whether a heading names the winner. */
  async isOver() {
    return (await this.find('heading', VERDICT)).length > 0;
  }

  /** Collects the announcements since the last call. */
  async #listen() {
    const said = await this.#said();
    const fresh = said.filter(({ key }) => !this.#heard.has(key)).map(({ line }) => line);
    this.#heard = new Set(said.map(({ key }) => key));
    this.transcript.push(...fresh.map((line) => `  "${line}"`));
    this.#pending = [this.#pending, ...fresh].filter((line) => line !== '').join(' ');
    return this.#pending;
  }

  /**
   * Waits until the page has announced something that matches.
   *
   * @param {RegExp} words
   * @returns {Promise<string>} all announcements since the last key press
   */
  async hear(words) {
    await soon(() => this.#listen(), `${this.person.name} hears ${words}`).toMatch(words);
    return this.#pending;
  }

  /**
   * Presses a key, and returns the immediate announcements.
   *
   * @param {string} key
   * @returns {Promise<string>} the announcements, or an empty string if there are none
   */
  async try(key) {
    await this.press(key);
    return this.#listen();
  }

  /** Returns the focused element, or the page itself. */
  async focus() {
    return focusIn(await this.read());
  }

  /**
   * Presses a key, and forgets the announcements before it.
   *
   * @param {string} key
   * @param {number} [times]
   */
  async press(key, times = 1) {
    this.#pending = '';
    this.transcript.push(times === 1 ? key : `${key} x${times}`);
    for (let time = 0; time < times; time += 1) await this.person.page.keyboard.press(key);
  }

  /**
   * Presses Tab until a matching element has the focus.
   *
   * @param {string} role
   * @param {RegExp} [name]
   */
  async tabTo(role, name = /^/) {
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      const now = await this.focus();
      if (now.role === role && name.test(now.name)) return now;
      await this.press('Tab');
    }
    throw new Error(`the Tab key does not lead to a ${role} like ${name}`);
  }

  /**
   * Returns the rows of the board from the top, each from the left.
   *
   * @returns {Promise<string[][]>} the text of each cell
   */
  async board() {
    return rowsIn(await this.read());
  }

  /**
   * Moves the focus over the board to a cell, along the column and then along the row, and checks
   * its position on the way.
   *
   * @param {string} cell
   */
  async walkTo(cell) {
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      const page = await this.read();
      const { role, name } = focusIn(page);
      if (role !== 'gridcell') {
        await this.press('Tab');
        continue;
      }
      if (cellOf(name) === cell) return;
      const rows = rowsIn(page);
      const [from, to] = [placeIn(rows, cellOf(name)), placeIn(rows, cell)];
      const [down, across] = [to.row - from.row, to.column - from.column];
      const key =
        down !== 0 ? (down > 0 ? 'ArrowDown' : 'ArrowUp') : across > 0 ? 'ArrowRight' : 'ArrowLeft';
      await this.press(key, Math.abs(down || across));
    }
    throw new Error(`the keys do not lead to ${cell}`);
  }
}

/** @param {readonly Heard[]} page */
function focusIn(page) {
  const found = page.findLast((one) => one.states.has('focused'));
  if (!found) throw new Error('the tree says nothing of a focus');
  return found;
}

/** @param {readonly Heard[]} page */
function rowsIn(page) {
  /** @type {string[][]} */
  const rows = [];
  for (const { role, name } of page) {
    if (role === 'row') rows.push([]);
    else if (role === 'gridcell') rows.at(-1)?.push(name);
  }
  // A table beside the board has rows as well.
  return rows.filter((row) => row.length > 0);
}

/**
 * Returns the key of the thing that was announced last.
 *
 * @param {Readonly<Record<string, RegExp>>} things a pattern for the announcement of each thing
 * @param {string} heard
 */
export function lastOf(things, heard) {
  const when = (/** @type {RegExp} */ words) =>
    [...heard.matchAll(words)].reduce((last, { index }) => Math.max(last, index), -1);
  const all = Object.entries(things).map(([name, words]) => ({ name, at: when(words) }));
  return all.sort((a, b) => b.at - a.at)[0]?.name;
}

/**
 * Returns the cell that a text is about, which is its first word.
 *
 * @param {string} name
 */
export function cellOf(name) {
  return /^[a-z]\d+/.exec(name)?.[0] ?? '';
}

/**
 * @param {readonly string[][]} rows
 * @param {string} cell
 */
function placeIn(rows, cell) {
  const row = rows.findIndex((one) => one.some((name) => cellOf(name) === cell));
  if (row < 0) throw new Error(`nothing is read of ${cell}`);
  return { row, column: rows[row]?.findIndex((name) => cellOf(name) === cell) ?? 0 };
}

/** @param {Node} node */
function statesOf({ properties = [] }) {
  const on = properties.filter(({ name, value }) =>
    name === 'live'
      ? value.value !== 'off'
      : value.value === true || value.value === 'true' || value.value === 'mixed',
  );
  return new Set(on.map(({ name }) => name));
}
