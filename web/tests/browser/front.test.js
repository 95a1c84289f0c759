/**
 * Tests of the front page: the board that plays by itself, the cards of the games, the dialog with
 * the options, the question for a name, and the field for a code.
 */

import { look, watchTransfer } from './checks.js';
import { expect, MOVING, test } from './test.js';

/** @import { Page } from '@playwright/test' */

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** The maximum number of bytes of everything that the playing board needs. */
const HERO_BYTES = 40_000;
/** The number of windows' heights that a tab of the options may be long on a phone. */
const MODEST = 2.5;
const GAMES = ['Tsuro', 'Tortus', 'Section X'];

/** @param {Page} page */
const brief = (page) => page.locator('#options-brief');

test('one click leads from an empty browser to the first own tiles', async ({ arrive }) => {
  const ana = await arrive('Ana', DESKTOP);
  const { page } = ana;
  let clicks = 0;
  await page.exposeFunction('clicked', () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => /** @type {any} */ (window).clicked(), true);
  });
  await page.goto('/');
  await ana.button('Play the computer').click();
  await expect(ana.tiles()).toHaveCount(3);
  expect(clicks).toBe(1);
});

test('the first screen shows the cards and both buttons, on phones as well', async ({ arrive }) => {
  for (const size of [DESKTOP, PHONE]) {
    const ana = await arrive('Ana', size);
    await ana.page.goto('/');
    await expect(ana.page.getByRole('heading', { level: 1 })).toHaveText(
      'Lay a tile. Follow the path. Stay on the board.',
    );
    for (const game of GAMES) {
      await expect(ana.page.getByRole('radio', { name: game, exact: true })).toBeInViewport();
    }
    for (const name of ['Play with friends', 'Play the computer']) {
      await expect(ana.button(name)).toBeInViewport({ ratio: 1 });
    }
    const [friends, computer] = await Promise.all(
      ['Play with friends', 'Play the computer'].map((name) => ana.button(name).boundingBox()),
    );
    expect(friends?.width).toBeCloseTo(computer?.width ?? 0, 0);
    expect(friends?.height).toBeCloseTo(computer?.height ?? 0, 0);
    await look(ana, `front-${size.viewport.width}`);
  }
});

test('a board plays by itself while it is visible, and can be paused', async ({ arrive }) => {
  const { page } = await arrive('Ana', { ...DESKTOP, ...MOVING });
  const transferred = watchTransfer(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  const board = page.locator('#hero-board');
  await expect(board).toHaveAttribute('data-runs', 'true');
  // Each tile of the canned game is one more element.
  const tiles = board.locator('.layer-tiles > g');
  const before = await tiles.count();
  await expect.poll(() => tiles.count()).not.toBe(before);
  const pause = page.getByRole('button', { name: 'Pause the game on the board' });
  await pause.click();
  await expect(board).toHaveAttribute('data-runs', 'false');
  await page.getByRole('button', { name: 'Go on with the game on the board' }).click();
  await expect(board).toHaveAttribute('data-runs', 'true');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.setViewportSize({ width: 390, height: 500 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(board).toHaveAttribute('data-runs', 'false');
  const whole = await transferred();

  // The page without the board, for comparison.
  const bruno = await arrive('Bruno', DESKTOP);
  bruno.expectComplaint(/Failed to load|ERR_FAILED/);
  await bruno.page.route(/\/(demo\.js|demo\.json|tsuro\/style\.css)$/, (route) => route.abort());
  const rest = watchTransfer(bruno.page);
  await bruno.page.goto('/', { waitUntil: 'networkidle' });
  await expect(bruno.button('Play with friends')).toBeVisible();
  expect(whole - (await rest())).toBeLessThan(HERO_BYTES);
});

test('with reduced motion the board shows one position', async ({ arrive }) => {
  const { page } = await arrive('Ana', DESKTOP);
  await page.goto('/');
  const board = page.locator('#hero-board');
  await expect(board).toHaveAttribute('data-runs', 'false');
  expect(await board.locator('.layer-tiles > g').count()).toBeGreaterThan(15);
  await expect(page.locator('#hero-pause')).toBeHidden();
});

test('a pace sets the clock and what happens when someone is away', async ({ arrive }) => {
  const ana = await arrive('Ana', DESKTOP);
  const { page } = ana;
  await page.goto('/');
  await ana.introduce();
  await expect(brief(page)).toHaveText('2020 edition · 2 minutes per turn · private');
  await ana.openOptions('Clock');
  const pace = (/** @type {string} */ name) => page.getByRole('radio', { name });
  await expect(pace('Quick evening')).toBeChecked();
  await pace('Relaxed, no clock').check();
  await expect(
    ana.options().getByRole('tabpanel').getByRole('radio', { name: 'No clock' }),
  ).toBeChecked();
  await expect(page.getByLabel('When someone is away')).toHaveValue('wait');
  await pace('By the week').check();
  await expect(page.getByRole('radio', { name: 'Days', exact: true })).toBeChecked();
  await expect(page.getByLabel('When someone is away')).toHaveValue('');
  // Other settings belong to no pace.
  await page.getByRole('combobox', { name: 'Time per turn' }).selectOption('2 days');
  await expect(pace('By the week')).not.toBeChecked();
  await pace('By the week').check();
  await ana.button('Done').click();
  await expect(brief(page)).toHaveText('2020 edition · 7 days per turn · private');
  await ana.create();
  await page.waitForURL(/\/r\/\w+$/);
  await expect(page.locator('#settings')).toContainText('7 days per turn');
});

test('the options are used by keyboard, and Escape discards them', async ({ arrive }) => {
  const ana = await arrive('Ana', DESKTOP);
  const { page } = ana;
  await page.goto('/');
  const opener = ana.button('Options');
  await ana.press(opener);
  const tab = (/** @type {string} */ name) => ana.options().getByRole('tab', { name });
  await tab('Game').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Clock')).toBeFocused();
  await expect(tab('Clock')).toHaveAttribute('aria-selected', 'true');
  await expect(ana.options().getByRole('tabpanel', { name: 'Clock' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(ana.options().getByRole('tabpanel', { name: 'Spectators' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(ana.options().getByRole('tabpanel', { name: 'People' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Public: listed in the lobby' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(ana.options()).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(brief(page)).toHaveText(/private$/);
  await ana.press(opener);
  await ana.openOptions('People');
  await page.getByRole('radio', { name: 'Public: listed in the lobby' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(brief(page)).toHaveText(/public$/);
});

test('each tab of the options fits in a window, and is not much longer on a phone', async ({
  arrive,
}) => {
  for (const size of [DESKTOP, PHONE]) {
    const ana = await arrive('Ana', size);
    await ana.page.goto('/');
    for (const game of GAMES) {
      await ana.page.getByRole('radio', { name: game, exact: true }).check();
      await ana.openOptions('Game');
      const rules = ana.options().locator('.every-rule');
      await ana.unfold(rules);
      // Each rule has a drawing of its value.
      await expect(rules.locator('.rule-picture > svg')).toHaveCount(
        await rules.locator('.rule').count(),
      );
      for (const tab of /** @type {const} */ (['Game', 'Clock', 'People', 'Spectators'])) {
        await ana.openOptions(tab);
        const lengths = await ana
          .options()
          .getByRole('tabpanel', { name: tab })
          .evaluate(({ scrollHeight, clientHeight }) => scrollHeight / clientHeight);
        expect(lengths, `${game}, ${tab}`).toBeLessThanOrEqual(size === DESKTOP ? 1 : MODEST);
      }
      await ana.openOptions('Game');
      if (game === 'Tsuro') await look(ana, `options-${size.viewport.width}`);
      await ana.page.keyboard.press('Escape');
      await expect(ana.options()).toBeHidden();
    }
  }
});

test('a drawing shows the value of a rule', async ({ arrive }) => {
  const ana = await arrive('Ana', DESKTOP);
  await ana.page.goto('/');
  await ana.openOptions('Game');
  const rule = ana.page.locator('.rule', { hasText: 'Open hands' });
  const picture = rule.locator('.rule-picture');
  await expect(picture.locator('svg')).toBeVisible();
  const off = await picture.innerHTML();
  await rule.getByRole('checkbox').check();
  expect(await picture.innerHTML()).not.toBe(off);
});

test('who creates a room is asked for a name once', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await page.goto('/');
  await expect(page.locator('#name')).not.toBeEmpty();
  const made = await page.locator('#name').innerText();
  const question = page.getByRole('dialog', { name: 'What should friends call you?' });
  // Without an answer there is no room.
  await ana.button('Play with friends').click();
  await expect(question.getByRole('textbox')).toBeFocused();
  await look(ana, 'name-asked');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page).toHaveURL('/');
  // Typing replaces the made-up name.
  await ana.button('Play with friends').click();
  await page.keyboard.type('Ana');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/r\/\w+$/);
  await expect(page.locator('#name')).toHaveText('Ana');
  await page.goto('/');
  await ana.button('Play with friends').click();
  await page.waitForURL(/\/r\/\w+$/);

  const bruno = await arrive('Bruno');
  await bruno.page.goto('/');
  await expect(bruno.page.locator('#name')).not.toBeEmpty();
  const kept = await bruno.page.locator('#name').innerText();
  expect(kept).not.toBe(made);
  await bruno.button('Play with friends').click();
  await bruno.button('Skip').click();
  await bruno.page.waitForURL(/\/r\/\w+$/);
  await expect(bruno.page.locator('#name')).toHaveText(kept);
  await bruno.page.goto('/');
  await bruno.button('Play with friends').click();
  await bruno.page.waitForURL(/\/r\/\w+$/);
});

test('the code or the link of a room leads there, in any case', async ({ arrive }) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  const link = await ana.createRoom();
  const code = new URL(link).pathname.slice('/r/'.length);
  const { page } = bruno;
  for (const typed of [` ${code.toUpperCase()}. `, `Come here: <${link}>!`]) {
    await page.goto('/');
    const field = page.getByRole('textbox', { name: 'Have a code or a link?' });
    await field.fill('hello');
    await page.keyboard.press('Enter');
    await expect(page.locator('#code-refused')).toContainText('That is no code or link of a room.');
    await expect(field).toBeFocused();
    await field.fill(typed);
    await expect(page.locator('#code-refused')).toBeHidden();
    await page.keyboard.press('Enter');
    await page.waitForURL(`/r/${code}`);
    await expect(page.getByRole('heading', { name: /invites you to Tsuro$/ })).toBeVisible();
  }
});
