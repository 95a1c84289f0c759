import assert from 'node:assert/strict';
import { test } from 'node:test';

import { takeBackLabel, takeBackQuestion } from '../../../client/room/game/take-back.js';

const moved = (/** @type {number} */ seat, by = {}) => ({
  happening: { type: 'played', seat, events: [], ...by },
});
const started = { happening: { type: 'started', events: [] } };
const person = { bot: null, vacant: false };

/**
 * Returns the label and the question about a take-back for a player, or for a spectator, and the
 * commands of its choices.
 *
 * @param {number | null} seat
 * @param {object} view
 * @param {object[]} [happenings]
 */
function shown(seat, view, happenings = [started, moved(0), moved(1)]) {
  /** @type {object[]} */
  const sent = [];
  const table = /** @type {any} */ ({
    state: {
      you: { seat, person: seat },
      view: {
        phase: 'playing',
        paused: null,
        take_back_asked_by: [],
        take_back_declined: [],
        seats: [0, 1, 2].map((of) => ({ ...person, person: of })),
        settings: {},
        ...view,
      },
      happenings,
    },
    text: (/** @type {string} */ key, /** @type {object} */ data = {}) =>
      [key, ...Object.values(data)].join(' '),
    name: (/** @type {number} */ of) => `Wind ${of}`,
    issue: (/** @type {object} */ intent) => Promise.resolve(sent.push(intent)),
  });
  const question = takeBackQuestion(table);
  for (const { chosen } of question?.choices ?? []) chosen();
  return { label: takeBackLabel(table), words: question?.words, sent };
}

test('a player who has moved in this game may ask', () => {
  assert.deepEqual(shown(0, {}), { label: 'take_back.ask', words: undefined, sent: [] });
  assert.equal(shown(2, {}).label, null);
  assert.equal(shown(null, {}).label, null);
  assert.equal(shown(0, { phase: 'over' }).label, null);
  assert.equal(shown(0, { settings: { day: '2026-11-21' } }).label, null);
  assert.equal(shown(0, { paused: 'agreed' }).label, null);
  assert.equal(shown(0, { take_back_asked_by: [1] }).label, null);
  assert.equal(shown(0, { take_back_declined: [0] }).label, null, 'until the next move');
  assert.equal(shown(0, { take_back_declined: [1] }).label, 'take_back.ask');
  assert.equal(shown(0, {}, [moved(0), started, moved(1)]).label, null, 'in the game before');
  assert.equal(shown(0, {}, [started, moved(0, { by: 'clock' })]).label, null);
  const back = { happening: { type: 'took_back', seat: 0, agreed: 2 } };
  assert.equal(shown(0, {}, [started, moved(0), moved(1), back]).label, null, 'it is gone');
});

test('a player alone with bots needs no consent', () => {
  const seats = [person, { bot: 'hard', vacant: false }, { ...person, vacant: true }];
  assert.equal(shown(0, { seats }).label, 'take_back.alone');
});

test('the others agree or decline, once, and the player who has asked can withdraw', () => {
  const view = { take_back_asked_by: [0] };
  assert.deepEqual(shown(1, view), {
    label: null,
    words: 'take_back.asked Wind 0',
    sent: [{ type: 'agree_take_back', seat: 0 }, { type: 'decline_take_back' }],
  });
  const waits = {
    label: null,
    words: 'take_back.waits Wind 1 and Wind 2',
    sent: [{ type: 'decline_take_back' }],
  };
  assert.deepEqual(shown(0, view), waits);
  const one = { take_back_asked_by: [0, 1] };
  assert.deepEqual(shown(1, one).sent, []);
  assert.equal(shown(2, one).sent.length, 2);
  assert.equal(shown(null, one).words, 'take_back.asked Wind 0 take_back.agreed Wind 1');
  assert.deepEqual(shown(null, one).sent, []);
  assert.equal(shown(1, { ...view, paused: 'agreed' }).words, undefined);
});
