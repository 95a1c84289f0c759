/**
 * Tests of webhooks that post a room's turns and results, with a receiver of the test.
 */

import { once } from 'node:events';
import { createServer } from 'node:http';

import { look } from './checks.js';
import { BEGUN } from './prepare.js';
import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Opens a receiver that records every message and answers with a configurable status. */
async function openReceiver() {
  /** @type {any[]} */
  const came = [];
  const state = { status: 204 };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    came.push({ path: request.url, headers: request.headers, body: JSON.parse(body) });
    response.writeHead(state.status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  const origin = `http://127.0.0.1:${address.port}`;
  return { came, state, origin, close: () => server.close() };
}

/** @param {Person} person */
const panel = ({ page }) => page.getByRole('dialog', { name: 'Connect Discord, Slack…' });

test('a host configures a webhook, tests it and removes it, also by keys', async ({ arrive }) => {
  const receiver = await openReceiver();
  const ana = await arrive('Ana');
  const bruno = await arrive('Bruno', PHONE);
  const link = await ana.createRoom();
  await bruno.come(link);
  await expect(bruno.button('Connect Discord, Slack…')).toHaveCount(0);

  await ana.press(ana.button('Connect Discord, Slack…'));
  const dialog = panel(ana);
  const address = dialog.getByRole('textbox', { name: 'Webhook address' });
  const service = dialog.getByRole('combobox', { name: 'Service' });
  // The service is recognised by its address.
  await address.fill('https://hooks.slack.com/services/a/b/c');
  await expect(service).toHaveValue('slack');
  await look(ana, 'webhook-form');
  ana.expectComplaint(/422/);
  await address.fill('https://user:word@example.org/');
  await ana.press(dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog.getByRole('status')).toContainText('not a web address');

  await address.fill(`${receiver.origin}/hook`);
  await service.selectOption('JSON for a program');
  await dialog.getByRole('combobox', { name: 'Language' }).selectOption('Italiano');
  await address.press('Enter');
  await expect(dialog).toContainText('This room posts to 127.0.0.1');
  // The focus moves to the control that replaces the pressed one, and the result is announced.
  await expect(dialog.getByRole('status')).toHaveText('Saved. The room posts there from now on.');
  await expect(dialog.getByRole('button', { name: 'Send a test message' })).toBeFocused();
  await ana.press(dialog.getByRole('button', { name: 'Use another channel' }));
  await expect(service).toBeFocused();
  await expect(dialog.getByRole('combobox', { name: 'Language' })).toHaveValue('it');
  await ana.press(dialog.getByRole('button', { name: 'Cancel' }));
  await expect(dialog.getByRole('button', { name: 'Send a test message' })).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: /secret/ })).toHaveValue(/^whsec_/);
  await look(ana, 'webhook-set');
  await ana.press(dialog.getByRole('button', { name: 'Send a test message' }));
  await expect(dialog.getByRole('status')).toHaveText('The test message has arrived.');
  expect(receiver.came[0]).toMatchObject({ path: '/hook', body: { type: 'trial', url: link } });
  expect(receiver.came[0].body.text).toContain('Turni e risultati arriveranno qui.');
  receiver.state.status = 404;
  await ana.press(dialog.getByRole('button', { name: 'Send a test message' }));
  // All failures have the same answer, because it must reveal nothing about the server's network.
  await expect(dialog.getByRole('status')).toContainText('was not accepted');

  // Neither the address nor the secret is shown again.
  await ana.page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await ana.press(ana.button('Connect Discord, Slack…'));
  await expect(dialog).toContainText('This room posts to 127.0.0.1');
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await ana.press(dialog.getByRole('button', { name: 'Stop posting' }));
  await expect(dialog.getByRole('status')).toHaveText("This room doesn't post anywhere.");
  await expect(address).toBeVisible();
  await expect(service).toBeFocused();
  receiver.close();
});

test('a webhook can be configured during a game on a phone', async ({ arrive, settle }) => {
  const receiver = await openReceiver();
  const people = [await arrive('Ana', PHONE), await arrive('Bruno')];
  await settle(people, BEGUN);
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await ana.choose('Connect Discord, Slack…');
  const dialog = panel(ana);
  await dialog.getByRole('textbox', { name: 'Webhook address' }).fill(receiver.origin);
  await look(ana, 'webhook-phone');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Send a test message' }).click();
  await expect(dialog.getByRole('status')).toHaveText('The test message has arrived.');
  expect(receiver.came[0].body.content).toContain('a test');
  receiver.close();
});
