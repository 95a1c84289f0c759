/**
 * Someone at a browser, and what they do there: all of it through the interface.
 */

import { expect } from '@playwright/test';

import { soon } from './soon.js';

/** @import { Locator, Page } from '@playwright/test' */

/** How much of the rim lies between one person's start and the next one's: they spread round the board. */
const APART = 0.27;
/** Presses of the Tab key after which a control counts as out of reach. */
const MOST_STOPS = 80;

/**
 * @typedef {object} Rules
 * @property {string} [game] as it is named
 * @property {string} [rulebook] as it is named
 * @property {string[]} [rules] those that are to hold beside it
 * @property {string[]} [without] those of it that are not to hold
 * @property {Record<string, string>} [values] what others of them are to be
 * @property {string} [clock] as it is named
 */
/** @typedef {'started' | 'placed' | 'chose' | 'swapped'} Decided */

export class Person {
  /** What the page complained about. @type {string[]} */
  complaints = [];
  /** @type {RegExp[]} */
  #expected = [];

  /**
   * @param {string} name
   * @param {Page} page
   */
  constructor(name, page) {
    this.name = name;
    this.page = page;
    page.on('pageerror', (error) => this.#complain(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.#complain(message.text());
    });
  }

  /**
   * Lets a complaint pass that the test itself causes, from now on.
   *
   * @param {RegExp} complaint
   */
  expectComplaint(complaint) {
    this.#expected.push(complaint);
  }

  /** @param {string} complaint */
  #complain(complaint) {
    if (this.#expected.some((expected) => expected.test(complaint))) return;
    this.complaints.push(`${this.name}: ${complaint}`);
  }

  /** @param {string} name */
  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Takes their own name instead of the one that the server gave them. */
  async introduce() {
    await expect(this.page.locator('#name')).not.toBeEmpty();
    await this.page.locator('#name').click();
    await this.page.getByRole('dialog').getByRole('textbox').fill(this.name);
    await this.page.keyboard.press('Enter');
    await expect(this.page.locator('#name')).toHaveText(this.name);
  }

  /** The same without a mouse. */
  async introduceByKeys() {
    await expect(this.page.locator('#name')).not.toBeEmpty();
    await this.press(this.page.locator('#name'));
    await expect(this.page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(this.name);
    await this.page.keyboard.press('Enter');
    await expect(this.page.locator('#name')).toHaveText(this.name);
  }

  /**
   * Makes a room in the lobby.
   *
   * @param {{ listed?: boolean, rules?: Rules }} [wishes]
   * @returns {Promise<string>} the link to it, as it is copied
   */
  async createRoom(wishes) {
    await this.openRoom(wishes);
    await this.button('Copy link').click();
    await expect(this.button('Copied')).toBeVisible();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /**
   * Makes a room in the lobby, and leaves its link alone.
   *
   * @param {{ listed?: boolean, rules?: Rules }} [wishes]
   */
  async openRoom({ listed = false, rules } = {}) {
    await this.page.goto('/');
    await this.introduce();
    if (rules) await this.chooseRules(rules);
    if (listed) {
      await this.unfold(this.page.locator('form.settings > details'));
      await this.page.getByRole('radio', { name: 'Public: listed in the lobby' }).check();
    }
    await this.button('Create the room').click();
    await this.page.waitForURL(/\/r\/\w+$/);
  }

  /**
   * Chooses a rulebook, and what differs from it, in the form that is open.
   *
   * @param {Rules} rules
   */
  async chooseRules({ game, rulebook, rules = [], without = [], values = {}, clock }) {
    const form = this.page.locator('form.settings');
    if (game) {
      await form.getByRole('radio', { name: game }).check();
      // The rules of that game have come.
      await expect(form.getByRole('link', { name: `How to play ${game}` })).toBeVisible();
    }
    await this.unfold(form.locator('> details'));
    if (clock) await form.getByRole('radio', { name: clock }).check();
    if (rulebook) await form.getByRole('radio', { name: rulebook }).check();
    if (rules.length + without.length + Object.keys(values).length === 0) return;
    await this.unfold(form.locator('.every-rule'));
    for (const rule of rules) await form.getByRole('checkbox', { name: rule, exact: true }).check();
    for (const rule of without)
      await form.getByRole('checkbox', { name: rule, exact: true }).uncheck();
    for (const [rule, value] of Object.entries(values)) {
      await form.getByRole('combobox', { name: rule, exact: true }).selectOption(value);
    }
  }

  /**
   * Unfolds something, unless it is unfolded.
   *
   * @param {Locator} details
   */
  async unfold(details) {
    if ((await details.getAttribute('open')) === null) await details.locator('> summary').click();
  }

  /**
   * Comes to a room by its link.
   *
   * @param {string} link
   */
  async come(link) {
    await this.page.goto(link);
    await this.introduce();
  }

  /** Takes a seat, and is ready by that. */
  async sit() {
    await this.button('Join the game').click();
    await expect(this.button("I'm not ready")).toBeVisible();
  }

  /** Gives up the game that runs. */
  async resign() {
    await this.button('Resign').click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Resign', exact: true }).click();
    await expect(this.button('Resign')).toBeHidden();
  }

  /** Every square of the board in words: what lies there, and who stands before it. */
  async position() {
    return this.squares().evaluateAll((cells) =>
      cells.map((cell) => cell.getAttribute('aria-label')),
    );
  }

  /** The tiles in hand, as they are drawn. */
  async hand() {
    return this.tiles().evaluateAll((buttons) =>
      buttons.map((button) =>
        [...button.querySelectorAll('path')].map((path) => path.getAttribute('d')).join(' '),
      ),
    );
  }

  squares() {
    return this.page.getByRole('gridcell');
  }

  /** The squares with a tile. */
  laid() {
    return this.page.getByRole('gridcell', { name: /^[a-j]\d+, (your tile|tile of)/ });
  }

  /** The tiles in hand. */
  tiles() {
    return this.page.getByRole('group', { name: 'Your tiles' }).getByRole('button');
  }

  /** Those of them that may be laid. */
  legalTiles() {
    return this.tiles().and(this.page.locator(':not([aria-disabled])'));
  }

  startMarks() {
    return this.page.getByRole('radiogroup', { name: 'Start marks' }).getByRole('radio');
  }

  /** The square on which a tile waits for a path to be chosen. */
  waiting() {
    return this.page.getByRole('gridcell', { name: /^[a-j]\d+, a tile of .* waits/ });
  }

  /** What the board says beside it. */
  status() {
    return this.page.locator('.board-status');
  }

  /** The button that decides; only in one's turn. */
  commit() {
    return this.page.getByRole('button', { name: /^(Start here|Place|Take this path|Swap)$/ });
  }

  /** What there is to swap: one's own tiles, and those of everybody who is out. */
  offers() {
    return this.page.getByRole('group', { name: 'Swap tiles' }).getByRole('group');
  }

  /** The lines of the log. */
  lines() {
    return this.page.locator('#log li');
  }

  /** The name of the one whose turn it is. */
  turn() {
    return this.page.locator('#players [aria-current="true"] strong');
  }

  /** Who has won; only after a game. */
  verdict() {
    return this.page.getByRole('heading', { name: /\bwins?\b/ });
  }

  /** A free start away from those that are taken. */
  async #apart() {
    const free = await this.startMarks().count();
    const taken = await this.page.locator('.marker').count();
    return this.startMarks().nth(Math.round(taken * APART * (free + taken)) % free);
  }

  /** What the button that decides says. */
  async #asked() {
    await expect(this.commit()).toBeVisible();
    return this.commit().innerText();
  }

  /** Waits until the decision has been taken: the next one, if it is theirs too, is another. */
  async #decide() {
    const version = await this.lines().count();
    await this.commit().click();
    await soon(() => this.lines().count()).toBeGreaterThan(version);
  }

  /**
   * Decides with the mouse what there is to decide: a start apart from the others, a tile, sometimes
   * turned, a path, or a swap.
   *
   * @returns {Promise<Decided>}
   */
  async takeTurn() {
    switch (await this.#asked()) {
      case 'Start here':
        await (await this.#apart()).click();
        await this.#decide();
        return 'started';
      case 'Take this path':
        await this.page
          .getByRole('group', { name: 'Your path' })
          .getByRole('button')
          .last()
          .click();
        await this.#decide();
        return 'chose';
      case 'Swap':
        await this.#swap();
        return 'swapped';
      default: {
        await this.legalTiles().last().click();
        // A tile that can be laid in one way only can't be turned.
        if (await this.button('Turn').isEnabled()) await this.button('Turn').click();
        await this.#decide();
        return 'placed';
      }
    }
  }

  /** Gives the first tile for the first on offer; without one to give keeps what there is. */
  async #swap() {
    const own = this.offers().first().getByRole('button');
    if (
      (await own.count()) === 0 ||
      (await this.offers().nth(1).getByRole('button').count()) === 0
    ) {
      const version = await this.lines().count();
      await this.button('Keep my tiles').click();
      await soon(() => this.lines().count()).toBeGreaterThan(version);
      return;
    }
    await own.first().click();
    await this.offers().nth(1).getByRole('button').first().click();
    await this.#decide();
  }

  /**
   * Starts at a place that is named.
   *
   * @param {string} place
   * @returns {Promise<Decided>}
   */
  async startAt(place) {
    await this.startMarks()
      .and(this.page.getByLabel(place, { exact: true }))
      .click();
    await this.#decide();
    return 'started';
  }

  /**
   * Decides by tapping, as on a phone.
   *
   * @returns {Promise<Decided>}
   */
  async takeTurnByTouch() {
    const starting = (await this.#asked()) === 'Start here';
    if (starting) await (await this.#apart()).tap();
    else await this.legalTiles().first().tap();
    await this.commit().tap();
    await expect(this.commit()).toBeHidden();
    return starting ? 'started' : 'placed';
  }

  /**
   * Decides without a mouse.
   *
   * @returns {Promise<Decided>}
   */
  async takeTurnByKeys() {
    const starting = (await this.#asked()) === 'Start here';
    const { keyboard } = this.page;
    if (starting) {
      await this.#tabTo(this.startMarks());
      const steps = Math.round(APART * (await this.startMarks().count()));
      for (let step = 0; step < steps; step += 1) await keyboard.press('ArrowRight');
      await keyboard.press('Enter');
      await keyboard.press('Enter');
    } else {
      const blocked = await this.tiles().evaluateAll((tiles) =>
        tiles.map((tile) => tile.getAttribute('aria-disabled') === 'true'),
      );
      await keyboard.press(String(blocked.indexOf(false) + 1));
      await keyboard.press('r');
      await keyboard.press('Enter');
    }
    await expect(this.commit()).toBeHidden();
    return starting ? 'started' : 'placed';
  }

  /**
   * Goes to a control with the Tab key and presses it.
   *
   * @param {Locator} control
   */
  async press(control) {
    await this.#tabTo(control);
    await this.page.keyboard.press('Enter');
  }

  /** @param {Locator} control one, or several of which one is reached */
  async #tabTo(control) {
    await expect(control.first()).toBeVisible();
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      const focused = control.and(this.page.locator(':focus'));
      if ((await focused.count()) === 1) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`the Tab key does not lead to ${control}`);
  }
}
