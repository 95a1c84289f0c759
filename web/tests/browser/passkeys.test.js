/**
 * Tests of passkeys, with a virtual authenticator in the browser: a passkey is made in one browser,
 * and used in another one that it was copied to, as password managers do.
 *
 * @import {Person} from './person.js'
 */

import { look, lookAtDialog } from './checks.js';
import { expect, test } from './test.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Adds a virtual authenticator to a browser.
 *
 * @param {Person} person
 */
async function giveDevice({ page }) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

test('a passkey signs another browser in as the same person, until it is removed', async ({
  arrive,
  server,
}) => {
  // Browsers allow passkeys only for host names.
  const baseURL = server.origin.replace('127.0.0.1', 'localhost');
  const ana = await arrive('Ana', { baseURL });
  const phone = await arrive('Ana', { ...PHONE, baseURL });
  const desk = await giveDevice(ana);
  await ana.page.goto('/');
  await ana.introduce();
  await ana.page.goto('/you');
  const note = ana.page.locator('#passkey-note');
  await ana.press(ana.button('Create a passkey'));
  await expect(note).toContainText('The passkey is ready');
  await expect(ana.page.locator('#passkeys li')).toHaveCount(1);
  await look(ana, 'passkey');
  // A second passkey on the same device is refused.
  await ana.press(ana.button('Create a passkey'));
  await expect(note).toContainText('already has a passkey');

  const { credentials } = await desk.session.send('WebAuthn.getCredentials', {
    authenticatorId: desk.authenticatorId,
  });
  const [credential] = credentials;
  if (!credential) throw new Error('no passkey');
  await phone.page.goto('/you');
  const other = await giveDevice(phone);
  await other.session.send('WebAuthn.addCredential', {
    authenticatorId: other.authenticatorId,
    credential,
  });
  await phone.button('Use an existing passkey').tap();
  await expect(phone.page.locator('#name')).toHaveText('Ana');
  await expect(phone.page).toHaveURL('/');

  await ana.press(ana.page.getByRole('button', { name: /^Remove the passkey/ }));
  const sure = ana.page.getByRole('dialog', { name: 'Remove this passkey?' });
  await lookAtDialog(ana, 'remove-passkey');
  await sure.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(ana.page.locator('#passkeys li')).toHaveCount(0);
  await expect(note).toHaveText('The passkey is removed.');
  await expect(ana.button('Create a passkey')).toBeFocused();
  phone.expectComplaint(/422/);
  await phone.page.goto('/you');
  await phone.button('Use an existing passkey').tap();
  await expect(phone.page.locator('#notices')).toContainText('does not work here');
});

test('if passkeys are unavailable, the page states the reason and an alternative', async ({
  arrive,
}) => {
  const ana = await arrive('Ana', PHONE);
  await ana.page.goto('/you');
  await expect(ana.button('Create a passkey')).toBeDisabled();
  await expect(ana.page.locator('#passkey-note')).toContainText('Use a link or a recovery code');
  await look(ana, 'passkey-none');
});
