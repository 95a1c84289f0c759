/** Tests of the settings that the form changes for rated games. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fitForRatings, usualSettings } from '../../../client/settings/settings-form.js';

test('a room with rated games gets a clock, and no hints and no bots for absent players', () => {
  const settings = usualSettings();
  /** @type {import('../../../client/protocol.js').Settings} */
  const wrong = {
    ...settings,
    rated: true,
    clock: { type: 'none' },
    hints: true,
    stand_in: 'hard',
  };
  assert.deepEqual(fitForRatings(wrong), { ...settings, rated: true });
});

test('the clock and the pause for absent players stay as they are', () => {
  /** @type {import('../../../client/protocol.js').Settings} */
  const settings = {
    ...usualSettings(),
    rated: true,
    clock: { type: 'days', days: 3 },
    stand_in: 'wait',
  };
  assert.deepEqual(fitForRatings(settings), settings);
});
