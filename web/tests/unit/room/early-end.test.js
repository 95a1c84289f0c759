import assert from 'node:assert/strict';
import { test } from 'node:test';

import { earlyEndQuestion } from '../../../client/room/after/early-end.js';
import { sentenceOf } from '../../../client/room/talk/sentences.js';

const marker = { out: null, place: null, path: [] };
const out = { ...marker, out: { how: 'edge', after: 3 }, place: 3 };
const text = (/** @type {string} */ key, /** @type {object} */ data = {}) =>
  [key, ...Object.values(data)].join(' ');
const name = (/** @type {number} */ seat) => `Wind ${seat}`;

/**
 * Returns the question about the end of a game of four for a player, or for a spectator, and the
 * commands of its choices. The player on seat 2 is out, the one on seat 3 has left.
 *
 * @param {number | null} seat
 * @param {number[]} votes
 * @param {object} [view]
 */
function shown(seat, votes, view = {}) {
  /** @type {object[]} */
  const sent = [];
  const context = /** @type {any} */ ({
    state: {
      you: { seat },
      view: {
        phase: 'playing',
        end_votes: votes,
        game: {
          game: 'tsuro',
          options: {},
          markers: [marker, marker, out, marker],
          hands: [0, 1, 2, 3].map(() => ({ count: 3, tiles: null })),
        },
        ...view,
      },
    },
    text,
    name,
    issue: (/** @type {object} */ intent) => Promise.resolve(sent.push(intent)),
  });
  const question = earlyEndQuestion(context);
  for (const { chosen } of question?.choices ?? []) chosen();
  return question && { words: question.words, sent };
}

const [vote, against] = [true, false].map((wanted) => ({ type: 'vote_to_end', wanted }));

test('the others agree to the end of the game or decline, and a player who wants it can withdraw', () => {
  assert.equal(shown(0, []), null);
  assert.deepEqual(shown(0, [1]), {
    words: 'early_end.asked Wind 1 1',
    sent: [vote, against],
  });
  assert.deepEqual(shown(1, [1]), { words: 'early_end.waits', sent: [against] });
});

test('spectators and players who are out are not asked', () => {
  assert.equal(shown(null, [1]), null);
  assert.equal(shown(2, [1]), null);
  assert.equal(shown(0, [1], { phase: 'over' }), null);
});

test('the log distinguishes an agreed end from one after an update', () => {
  const say = (/** @type {any} */ event) => sentenceOf(event, { text, name });
  assert.equal(say({ type: 'abandoned', agreed: true }), 'log.ended_early');
  assert.equal(say({ type: 'abandoned' }), 'log.abandoned');
  const voted = { type: 'voted_to_end', seat: 1 };
  assert.equal(say({ ...voted, wanted: true }), 'log.voted_to_end Wind 1');
  assert.equal(say({ ...voted, wanted: false }), 'log.pause_declined Wind 1');
});
