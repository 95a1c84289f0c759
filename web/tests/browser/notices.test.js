/**
 * Tests of the notices about refusals, which are shown for as long as they matter.
 */

import { expect, test } from './test.js';

test('a refusal disappears with the next successful action', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openRoom();
  const refusal = ana.page.locator('#notices').getByText('That was too fast.');
  const { page } = ana;
  await ana.openChat();
  const field = page.getByRole('textbox', { name: 'Say something to the room' });
  for (let said = 0; said < 40 && !(await refusal.isVisible()); said += 1) {
    await field.fill(`Hello ${said}`);
    await field.press('Enter');
  }
  await expect(refusal).toBeVisible();
  await ana.button('Leave the table').click();
  await expect(ana.button('Join the game')).toBeVisible();
  // Without an action it would stay for nine seconds.
  await expect(refusal).toBeHidden({ timeout: 3_000 });
});
