import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldBy, passedTo } from '../../../client/room/guests/holder.js';
import { guestNote } from '../../../client/room/guests/note.js';
import { hidesTiles, planOf } from '../../../client/room/guests/plan.js';
import { isAnsweredHere, seatsOf } from '../../../client/room/guests/seats.js';
import { fold, UNKNOWN } from '../../../client/room/state.js';

/** @import { RoomState } from '../../../client/room/state.js' */

const HIDDEN = { count: 3, tiles: null };
const OPEN = { count: 1, tiles: [{ tile: 1, paths: [] }] };

/**
 * The view of a game of Ana (seat 0), her guest Bia (seat 1) and Chen (seat 2).
 *
 * @param {{ acting?: number, hands?: object[], phase?: string }} [more]
 * @returns {any}
 */
const view = ({ acting = 0, hands = [HIDDEN, HIDDEN, HIDDEN], ...more } = {}) => ({
  phase: 'playing',
  seats: [
    { person: 'ana', name: 'Ana', bot: null, vacant: false },
    { person: 'bia', name: 'Bia', bot: null, vacant: false, guest_of: 'ana' },
    { person: 'chen', name: 'Chen', bot: null, vacant: false },
  ],
  game: { game: 'tsuro', acting, hands },
  ...more,
});

/**
 * @param {number} version
 * @param {any} own
 * @param {any} [shown]
 * @returns {any}
 */
const update = (version, own, shown = view()) => ({
  ...{ type: 'update', epoch: 1, from: 0, version, now: 0, happenings: [] },
  ...{ view: shown, own },
});

const you = (/** @type {number | null} */ seat, person = 'ana') =>
  /** @type {any} */ ({ type: 'you', person, name: person, seat, host: false, tabs: 1 });

const handOf = (/** @type {number} */ seat) => ({ hands: { [seat]: OPEN } });

/** @param {RoomState} state @param {number} seat */
const sees = (state, seat) => /** @type {any} */ (state).view.game.hands[seat].tiles !== null;

/** The state of Ana's page at the start, before she has said that she holds the device. */
const begun = () => [you(0), update(1, handOf(0))].reduce(fold, UNKNOWN);

test('the seats of a device are those of its owner and of the guests', () => {
  assert.deepEqual(seatsOf(view(), 'ana'), [0, 1]);
  assert.deepEqual(seatsOf(view(), 'chen'), [2]);
  assert.deepEqual(seatsOf(view(), 'watcher'), []);
  assert.equal(isAnsweredHere({ you: you(0), view: view() }, [1]), true);
  assert.equal(isAnsweredHere({ you: you(2, 'chen'), view: view() }, [1]), false);
});

test('a shared page shows no tiles before its holder has confirmed', () => {
  const covered = begun();
  assert.equal(sees(covered, 0), false);
  assert.equal(sees(heldBy(covered, 0), 0), true);
  assert.equal(sees(heldBy(heldBy(covered, 0), undefined), 0), false);
});

test('a page that is not shared shows its tiles at once', () => {
  const state = [you(2, 'chen'), update(1, handOf(2))].reduce(fold, UNKNOWN);
  assert.equal(sees(state, 2), true);
});

test('a page that is passed shows no tiles until those of the new holder are there', () => {
  let state = passedTo(heldBy(begun(), 0), 1);
  assert.equal(sees(state, 0), false);
  state = fold(state, you(1));
  assert.equal(sees(state, 0), false);
  state = fold(state, update(1, handOf(1)));
  assert.deepEqual([sees(state, 0), sees(state, 1)], [false, true]);
  assert.equal(state.holder, 1);
});

test('a page whose device the server returns to its owner is covered again', () => {
  let state = passedTo(heldBy(begun(), 0), 1);
  state = [you(1), update(1, handOf(1)), you(0), update(2, handOf(0))].reduce(fold, state);
  assert.equal(sees(state, 0), false);
  assert.deepEqual(planOf(state, { asked: null, last: 1 }), { seat: 0, what: 'ask' });
});

/**
 * @param {{ acting?: number, hands?: object[], phase?: string }} [more]
 * @param {{ asked?: number | null, last?: number | null }} [wish]
 * @param {{ seat?: number | null, holder?: number | null }} [held]
 */
const plan = (more = {}, { asked = null, last = null } = {}, { seat = 0, holder = 0 } = {}) =>
  planOf({ you: you(seat), known: view(more), holder }, { asked, last });

test('the player of the turn has to hold the device, and keeps it in the turn of others', () => {
  assert.deepEqual(plan({ acting: 0 }), { seat: 0, what: 'held' });
  assert.deepEqual(plan({ acting: 1 }), { seat: 1, what: 'ask' });
  assert.deepEqual(plan({ acting: 2 }), { seat: 0, what: 'held' });
  assert.deepEqual(plan({ acting: 2 }, { asked: 1 }), { seat: 1, what: 'ask' });
});

test('open tiles need no panel', () => {
  const hands = [OPEN, OPEN, HIDDEN];
  assert.deepEqual(plan({ acting: 1, hands }), { seat: 1, what: 'pass' });
  assert.equal(hidesTiles(view({ hands }).game, 1), false);
  assert.equal(hidesTiles(view({ hands }).game, 2), true);
});

test('a device with one player has no plan, and a guest alone gets it at once', () => {
  const alone = view();
  alone.seats[1].guest_of = undefined;
  const wish = { asked: null, last: null };
  assert.equal(planOf({ you: you(0), known: alone, holder: undefined }, wish), null);
  const watching = view();
  watching.seats[0].person = 'other';
  const state = { you: you(null), known: watching, holder: undefined };
  assert.deepEqual(planOf(state, wish), { seat: 1, what: 'pass' });
  assert.equal(plan({ phase: 'over' }), null);
});

test('the note names the person whose device a guest shares', () => {
  const text = (/** @type {string} */ key, /** @type {any} */ values) =>
    values ? `${key} ${values.name}` : key;
  const note = (/** @type {any} */ reader, /** @type {any} */ shown, seat = 1) =>
    guestNote(
      /** @type {any} */ ({ text, state: { you: reader, view: shown } }),
      shown.seats[seat],
    );
  assert.equal(note(you(0), view()), 'guests.here');
  assert.equal(note(you(2, 'chen'), view()), 'guests.with Ana');
  const without = view();
  without.seats[0].person = 'other';
  assert.equal(note(you(2, 'chen'), without), 'guests.shared');
  assert.equal(note(you(2, 'chen'), view(), 2), false);
});
