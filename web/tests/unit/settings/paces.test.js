import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PACES, paceOf } from '../../../client/settings/paces.js';
import { usualSettings } from '../../../client/settings/settings-form.js';

test('a new room has the first pace', () => {
  assert.equal(paceOf(usualSettings()), PACES[0]);
});

test('each pace is recognised, and other settings belong to none', () => {
  for (const pace of PACES) {
    assert.equal(paceOf(pace), pace);
    assert.equal(paceOf({ ...pace, no_skips: true }), null);
    assert.equal(paceOf({ ...pace, stand_in: 'easy' }), null);
  }
  assert.equal(paceOf({ clock: { type: 'turn', seconds: 45 } }), null);
});
