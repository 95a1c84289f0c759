/**
 * Passkeys, by a device that the browser plays: made in one browser, and shown in another that has been given it, as
 * password managers do.
 *
 * @import {Person} from './person.js'
 */

import { look, lookAtDialog } from './checks.js';
import { expect, test } from './test.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Gives a browser a device that keeps passkeys.
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

test('a passkey makes another browser the same person, until it is removed', async ({
  arrive,
  server,
}) => {
  // Browsers have passkeys for names only.
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
  // A device needs one only.
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

test('where there are no passkeys it is said why, and what to do instead', async ({ arrive }) => {
  const ana = await arrive('Ana', PHONE);
  await ana.page.goto('/you');
  await expect(ana.button('Create a passkey')).toBeDisabled();
  await expect(ana.page.locator('#passkey-note')).toContainText('Use a link or a recovery code');
  await look(ana, 'passkey-none');
});
