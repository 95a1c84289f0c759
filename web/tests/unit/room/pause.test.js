import assert from 'node:assert/strict';
import { test } from 'node:test';

import { mayAskForPause, pauseNotice, pauseOf } from '../../../client/room/game/pause.js';

/**
 * Returns the pause notice of a player, or of a spectator, and the commands of its choices.
 *
 * @param {number | null} seat
 * @param {object} view
 */
function shown(seat, view) {
  /** @type {string[]} */
  const sent = [];
  const table = /** @type {any} */ ({
    state: {
      you: { seat },
      view: {
        phase: 'playing',
        paused: null,
        pause_asked_by: [],
        go_on_asked_by: [],
        settings: { clock: { type: 'none' } },
        ...view,
      },
    },
    text: (/** @type {string} */ key, /** @type {object} */ data = {}) =>
      [key, ...Object.values(data)].join(' '),
    name: (/** @type {number} */ of) => `Wind ${of}`,
    issue: (/** @type {{type: string}} */ intent) => Promise.resolve(sent.push(intent.type)),
  });
  const notice = pauseNotice(table);
  for (const { chosen } of notice?.choices ?? []) chosen();
  return { may: mayAskForPause(table), words: notice?.words, sent };
}

test('a player may request a pause, once', () => {
  assert.deepEqual(shown(1, {}), { may: true, words: undefined, sent: [] });
  assert.equal(shown(null, {}).may, false);
  assert.equal(shown(1, { phase: 'over' }).may, false);
  assert.equal(shown(1, { pause_asked_by: [0] }).may, false);
});

test('the others agree or play on, and the player who has asked can withdraw', () => {
  const view = { pause_asked_by: [0] };
  assert.deepEqual(shown(1, view), {
    may: false,
    words: 'pause.asked Wind 0 1',
    sent: ['pause', 'go_on'],
  });
  assert.deepEqual(shown(0, view), { may: false, words: 'pause.waits', sent: ['go_on'] });
  assert.deepEqual(shown(null, view), { may: false, words: 'pause.asked Wind 0 1', sent: [] });
});

test('any player can end a pause', () => {
  const agreed = { paused: 'agreed', pause_asked_by: [2, 0] };
  assert.deepEqual(shown(1, agreed), { may: false, words: 'pause.agreed Wind 2', sent: ['go_on'] });
  assert.deepEqual(shown(null, agreed).sent, []);
  const left = { paused: 'everybody_left', pause_asked_by: [] };
  assert.deepEqual(shown(null, left), { may: false, words: 'pause.everybody_left', sent: [] });
});

test('with turns of days a pause lasts until all players are back', () => {
  const settings = { clock: { type: 'days', days: 3 } };
  assert.equal(shown(1, { settings, pause_asked_by: [0] }).words, 'pause.asked_until_all Wind 0 1');
  assert.equal(shown(0, { settings, pause_asked_by: [0] }).words, 'pause.waits_until_all');
  assert.deepEqual(pauseOf(/** @type {any} */ ({ settings })), { type: 'pause', until_all: true });
  const waits = { settings, paused: 'until_all_back', pause_asked_by: [0, 1] };
  const back = { ...waits, go_on_asked_by: [1] };
  assert.deepEqual(shown(0, waits), { may: false, words: 'pause.until_all_back', sent: ['go_on'] });
  const words = 'pause.until_all_back pause.back_already Wind 1';
  assert.deepEqual(shown(1, back), { may: false, words, sent: [] });
  assert.deepEqual(shown(0, back).sent, ['go_on']);
});
