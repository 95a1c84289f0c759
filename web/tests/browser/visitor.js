/**
 * A person at a browser who visits the lobby and rooms. All of their actions go through the
 * interface.
 */

import { expect } from '@playwright/test';

/** @import { Locator, Page } from '@playwright/test' */

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

export class Visitor {
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
    await this.page.goto('./');
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
   * @param {'Game' | 'Clock' | 'People' | 'Spectators'} tab
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

  /**
   * Moves the focus to a control with Tab, and presses Enter.
   *
   * @param {Locator} control
   */
  async press(control) {
    await this.tabTo(control);
    await this.page.keyboard.press('Enter');
  }

  /**
   * Moves the focus to a control with Tab.
   *
   * @param {Locator} control a control, or several; reaching any of them ends the search
   */
  async tabTo(control) {
    await expect(control.first()).toBeVisible();
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      const focused = control.and(this.page.locator(':focus'));
      if ((await focused.count()) === 1) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`the Tab key does not lead to ${control}`);
  }
}
