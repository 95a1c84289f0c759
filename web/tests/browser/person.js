/**
 * A person at a browser. All of their actions go through the interface.
 */

import { expect } from '@playwright/test';

import { soon } from './soon.js';

/** @import { Locator, Page } from '@playwright/test' */

/**
 * The share of the rim between the start marks of consecutive players, so that they spread around
 * the board.
 */
const APART = 0.27;
/** The form of the names that the server makes up. */
const MADE_UP = /^\p{Lu}\p{L}+ \d{1,3}$/u;
/** The number of presses of Tab after which a control counts as unreachable. */
const MOST_STOPS = 80;

/**
 * @typedef {object} Rules
 * @property {string} [game] the name of the game
 * @property {string} [rulebook] the name of the rulebook
 * @property {string[]} [rules] the rules to switch on
 * @property {string[]} [without] the rules to switch off
 * @property {Record<string, string>} [values] the values of other rules, by name
 * @property {string} [clock] the name of the clock
 */
/** @typedef {'started' | 'placed' | 'chose' | 'swapped'} Decided */

export class Person {
  /** The errors and warnings of the page. @type {string[]} */
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
   * Ignores a complaint that the test itself causes, from now on.
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

  /** Replaces the name that the server has made up by the person's own. */
  async introduce() {
    await expect(this.page.locator('#name')).not.toBeEmpty();
    await this.page.locator('#name').click();
    await this.page.getByRole('dialog').getByRole('textbox').fill(this.name);
    await this.page.keyboard.press('Enter');
    await expect(this.page.locator('#name')).toHaveText(this.name);
  }

  /** Does the same without a mouse. */
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
   * Creates a room in the lobby.
   *
   * @param {{ listed?: boolean, rules?: Rules }} [wishes]
   * @returns {Promise<string>} the link to the room, as it is copied
   */
  async createRoom(wishes) {
    await this.openRoom(wishes);
    await this.button('Copy link').click();
    await expect(this.button('Copied')).toBeVisible();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /**
   * Creates a room in the lobby, without copying its link.
   *
   * @param {{ listed?: boolean, rules?: Rules }} [wishes]
   */
  async openRoom({ listed = false, rules } = {}) {
    await this.page.goto('/');
    await this.introduce();
    if (rules) await this.chooseRules(rules);
    if (listed) {
      await this.openOptions('People');
      await this.page.getByRole('radio', { name: 'Public: listed in the lobby' }).check();
    }
    await this.create();
    await this.page.waitForURL(/\/r\/\w+$/);
  }

  /** The dialog with the settings of a room, on the front page or in the room. */
  options() {
    return this.page.locator('#settings-dialog');
  }

  /**
   * Opens a tab of the settings, on the front page after the dialog itself. In a room the dialog
   * must be open or about to open.
   *
   * @param {'Game' | 'Clock' | 'People'} tab
   */
  async openOptions(tab) {
    const opener = this.page.locator('#open-options');
    if ((await opener.isVisible()) && !(await this.options().isVisible())) await opener.click();
    await this.options().getByRole('tab', { name: tab }).click();
  }

  /** Creates a room for friends on the front page. A made-up name is kept. */
  async create() {
    if (await this.options().isVisible()) await this.button('Done').click();
    await this.button('Play with friends').click();
    if (MADE_UP.test(await this.page.locator('#name').innerText())) {
      await this.button('Skip').click();
    }
  }

  /**
   * Chooses a game on the front page, and its rules in the dialog, which stays open.
   *
   * @param {Rules} rules
   */
  async chooseRules({ game, rulebook, rules = [], without = [], values = {}, clock }) {
    const form = this.options().locator('form.settings');
    const cards = this.page.locator('#game-cards');
    if (game && (await cards.isVisible()) && !(await form.isVisible())) {
      await cards.getByRole('radio', { name: game }).check();
    }
    await this.openOptions('Game');
    if (game) {
      const choice = form.locator('.kinds').getByRole('radio', { name: game });
      if (await choice.isVisible()) await choice.check();
      // Wait until the rules of that game are loaded.
      await expect(form.getByRole('link', { name: `How to play ${game}` })).toBeVisible();
    }
    if (clock) {
      await this.openOptions('Clock');
      await form.getByRole('tabpanel').getByRole('radio', { name: clock }).check();
      await this.openOptions('Game');
    }
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
   * Opens a details element, unless it is open.
   *
   * @param {Locator} details
   */
  async unfold(details) {
    if ((await details.getAttribute('open')) === null) await details.locator('> summary').click();
  }

  /**
   * Opens a room by its link.
   *
   * @param {string} link
   */
  async come(link) {
    await this.page.goto(link);
    await this.introduce();
  }

  /** Takes a seat, which also makes the person ready. */
  async sit() {
    await this.button('Join the game').click();
    await expect(this.button("I'm not ready")).toBeVisible();
  }

  /** Opens the chat: beside the board, or in the sheet that the button in the bar opens. */
  async openChat() {
    await this.#openTalk();
    await this.page.getByRole('tab', { name: /^Chat/ }).click();
  }

  /** Opens the log in the same way. */
  async openLog() {
    await this.#openTalk();
    await this.page.getByRole('tab', { name: /^Log/ }).click();
  }

  async #openTalk() {
    const { page } = this;
    await expect(page.locator('body')).toHaveAttribute('data-phase', /lobby|playing|over/);
    if (!(await page.locator('#talk').isVisible())) await page.locator('#open-talk').click();
    await expect(page.locator('#talk')).toBeVisible();
  }

  /** Opens the list of the spectators in the lobby. */
  async openSpectators() {
    await this.unfold(this.page.locator('.spectators'));
  }

  /**
   * Chooses an item of the game menu.
   *
   * @param {string} name
   */
  async choose(name) {
    await this.button('Game menu').click();
    await this.#item(name).click();
  }

  /**
   * Chooses an item of the game menu without a mouse.
   *
   * @param {string} name
   */
  async chooseByKeys(name) {
    await this.press(this.button('Game menu'));
    await this.press(this.#item(name));
  }

  /** @param {string} name */
  #item(name) {
    const menu = this.page.getByRole('dialog', { name: 'Game menu' });
    return menu.getByRole('button', { name, exact: true });
  }

  /** Resigns from the current game. */
  async resign() {
    await this.button('Resign').click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Resign', exact: true }).click();
    await expect(this.button('Resign')).toBeHidden();
  }

  /** Returns the description of every square of the board: its tile, and the markers before it. */
  async position() {
    return this.squares().evaluateAll((cells) =>
      cells.map((cell) => cell.getAttribute('aria-label')),
    );
  }

  /** Returns the paths of the tiles in hand, as they are drawn. */
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

  /** The buttons of the tiles in hand. */
  tiles() {
    return this.page.getByRole('group', { name: 'Your tiles' }).getByRole('button');
  }

  /** The tiles in hand that may be laid. */
  legalTiles() {
    return this.tiles().and(this.page.locator(':not([aria-disabled])'));
  }

  startMarks() {
    return this.page.getByRole('radiogroup', { name: 'Start marks' }).getByRole('radio');
  }

  /** The square with a tile that waits for the choice of a path. */
  waiting() {
    return this.page.getByRole('gridcell', { name: /^[a-j]\d+, a tile of .* waits/ });
  }

  /** The status line beside the board. */
  status() {
    return this.page.locator('.board-status');
  }

  /** The button that confirms a decision, visible only on the person's turn. */
  commit() {
    return this.page.getByRole('button', { name: /^(Start here|Place|Take this path|Swap)$/ });
  }

  /** The groups of tiles to swap: the person's own, and those of every eliminated player. */
  offers() {
    return this.page.getByRole('group', { name: 'Swap tiles' }).getByRole('group');
  }

  /** The lines of the log. */
  lines() {
    return this.page.locator('#log li');
  }

  /** The name of the player whose turn it is. */
  turn() {
    return this.page.locator('#players [aria-current="true"] strong');
  }

  /** The heading that names the winner, visible only after a game. */
  verdict() {
    return this.page.getByRole('heading', { name: /\bwins?\b/ });
  }

  /** The button for another game, below the board of a finished one. */
  rematch() {
    return this.button('Rematch');
  }

  /** Wants another game, unless the person has said so already. */
  async wantRematch() {
    await expect(this.rematch()).toBeVisible();
    if ((await this.rematch().getAttribute('aria-pressed')) === 'false')
      await this.rematch().click();
    await expect(this.rematch()).toHaveAttribute('aria-pressed', 'true');
  }

  /** Returns a free start mark away from the taken ones. */
  async #apart() {
    const free = await this.startMarks().count();
    const taken = await this.page.locator('.marker').count();
    return this.startMarks().nth(Math.round(taken * APART * (free + taken)) % free);
  }

  /** Waits for the confirm button, and returns its label. */
  async #asked() {
    await expect(this.commit()).toBeVisible();
    return this.commit().innerText();
  }

  /**
   * Confirms, and waits until the decision is made. The next decision may be the same person's as
   * well.
   */
  async #decide() {
    const version = await this.lines().count();
    await this.commit().click();
    await soon(() => this.lines().count()).toBeGreaterThan(version);
  }

  /**
   * Makes the current decision with the mouse: a start mark apart from the others, a tile that is
   * sometimes turned, a path, or a swap.
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
        // A tile that fits in only one way can't be turned.
        if (await this.button('Rotate').isEnabled()) await this.button('Rotate').click();
        await this.#decide();
        return 'placed';
      }
    }
  }

  /**
   * Swaps the first own tile for the first offered one, or keeps the hand if there is nothing to
   * swap.
   */
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
   * Starts at a named place.
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
   * Makes the current decision by tapping, as on a phone.
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
   * Makes the current decision without a mouse.
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
   * Moves the focus to a control with Tab, and presses Enter.
   *
   * @param {Locator} control
   */
  async press(control) {
    await this.#tabTo(control);
    await this.page.keyboard.press('Enter');
  }

  /** @param {Locator} control a control, or several; reaching any of them ends the search */
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
