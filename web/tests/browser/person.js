/**
 * A person at a browser who plays. All of their actions go through the interface.
 */

import { expect } from '@playwright/test';

import { soon } from './soon.js';
import { Visitor } from './visitor.js';

/**
 * The share of the rim between the start marks of consecutive players, so that they spread around
 * the board.
 */
const APART = 0.27;
/** @typedef {'started' | 'placed' | 'chose' | 'swapped'} Decided */

export class Person extends Visitor {
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
      await this.tabTo(this.startMarks());
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
}
