/**
 * Test of a server in a local network that is reached by its name and without https: browsers
 * withhold many features from such a page.
 */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { look } from './checks.js';
import { flags } from './playwright.config.js';
import { PROGRAM } from './server.js';
import { play, start } from './table.js';
import { expect, MOVING, test } from './test.js';

const NAME = 'senda.test';

test.use({
  launchOptions: {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [...flags, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  },
});

test('two play a whole game over plain http, from the link to the check', async ({
  arrive,
  server,
}) => {
  const baseURL = server.origin.replace('127.0.0.1', NAME);
  const options = { ...MOVING, baseURL };
  const people = [await arrive('Ana', options), await arrive('Bruno', options)];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  // The server can't know that the browser ignores that header here.
  for (const person of people)
    person.expectComplaint(/Cross-Origin-Opener-Policy header has been ignored/);

  await ana.openRoom();
  expect(await ana.page.evaluate(() => isSecureContext)).toBe(false);
  await ana.button('Copy link').click();
  await expect(ana.page.locator('#invite > .by-hand')).toBeVisible();
  await look(ana, 'copy-by-hand');
  await ana.button('Copy link').click();
  await ana.page.keyboard.press('Control+C');
  await ana.openChat();
  const field = ana.page.getByRole('textbox', { name: 'Say something to the room' });
  await field.click();
  await ana.page.keyboard.press('Control+V');
  const link = await field.inputValue();
  expect(link).toBe(ana.page.url());
  await field.fill('');
  await ana.openLog();

  await bruno.come(link);
  await bruno.sit();
  await start(people);
  await play(people, bruno);
  for (const person of people) await expect(person.verdict()).toBeVisible();

  await bruno.page.getByRole('link', { name: 'Check the shuffle', exact: true }).click();
  await expect(
    bruno.page.getByRole('heading', { name: "This page can't redo the shuffle here" }),
  ).toBeVisible();
  await expect(
    bruno.page.getByText('only for pages that come over https or from localhost'),
  ).toBeVisible();
  await expect(bruno.page.getByText('the game that this browser saw')).toBeVisible();
  await expect(bruno.page.getByText('senda verify game.json')).toBeVisible();
  await look(bruno, 'check-plain-http');
  const downloading = bruno.page.waitForEvent('download');
  await bruno.page.getByRole('link', { name: 'Download the game' }).click();
  const file = await (await downloading).path();
  // `execFile` rejects unless the command exits with 0.
  await promisify(execFile)(PROGRAM, ['verify', file]);
});
