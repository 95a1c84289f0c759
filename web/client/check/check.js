/**
 * Verifies that the cards of a finished game were dealt as committed, by repeating its shuffles
 * without any rules of the game.
 *
 * The same check is in `server/room/src/game_file/check.rs`. Both give the same results: their
 * tests share the cases in `server/room/tests/cases/game_file`.
 *
 * @import {Finding, GameFile, GameStep, Shuffle} from '../protocol.js'
 * @import {Card, Moved} from '../games/cards.js'
 * @import {Shuffler} from './shuffle.js'
 * @import {Waiting} from './lists.js'
 */
import { never } from '../lib/never.js';
import { cardOf, moved, named } from './cards.js';
import { isSame, leaves, take } from './lists.js';
import { TAKE_BACK_REACH } from './read.js';
import { commitmentOf, createShuffler } from './shuffle.js';

/**
 * @typedef {object} Noted the data that this browser recorded about a game before it was dealt
 * @property {string} [commitment] the commitment that the server published
 * @property {string} [nonce] the nonce that this device contributed to the seed
 * @typedef {'deal' | 'return' | 'first' | 'turns' | 'choice'} ShuffledFor the purpose of a shuffle;
 *   `turns` stands for one shuffle per card of the board, reported together, and `number` is the
 *   first of them
 * @typedef {object} Shuffled a shuffle that the check has repeated
 * @property {number} step the step of the file that used it, from 0
 * @property {number} number the number of the shuffle within the game, from 0
 * @property {ShuffledFor} what
 * @property {number[]} expected the result that follows from the secret and the nonces
 * @property {Card[]} found the result that the game had
 * @property {number[]} to the seats that got the first cards, card by card; the remaining cards
 *   form the piles or the board
 * @property {boolean} toBoard whether the remaining cards form the board
 * @typedef {object} Check
 * @property {Shuffled[]} shuffles
 * @property {number} draws the number of cards drawn from a pile or revealed on the board
 * @property {Finding[]} findings the deviations from the commitment
 */

/**
 * Checks a game and returns all findings.
 *
 * @param {GameFile} file
 * @param {Noted} noted
 * @returns {Promise<Check>}
 */
export async function checkGame(file, noted) {
  const checking = new Checking(file, await createShuffler(file.secret, file.nonces));
  await checking.seal(noted);
  for (const [number, step] of file.steps.entries()) await checking.step(number, step);
  return checking.check;
}

/**
 * Returns the differences between the file and the data recorded before the deal. Works without any
 * browser feature such as SHA-256.
 *
 * @param {GameFile} file
 * @param {Noted} noted
 * @returns {Finding[]}
 */
export function otherThanNoted(file, { commitment, nonce }) {
  // A repeated deal has the nonces of the players who were dealt it first.
  const repeats = file.start !== undefined && file.start.step === undefined;
  /** @type {Finding[]} */
  const findings = [];
  if (commitment !== undefined && commitment !== file.commitment) {
    findings.push({ type: 'other_commitment', noted: commitment });
  }
  if (nonce !== undefined && !repeats && !file.nonces.includes(nonce)) {
    findings.push({ type: 'nonce', noted: nonce });
  }
  return findings;
}

class Checking {
  /** @type {Check} */
  check = { shuffles: [], draws: 0, findings: [] };
  /** @type {Lie} */
  #cards;
  /** The positions of the cards before each of the last decisions. @type {Lie[]} */
  #before = [];
  /** The number of the next shuffle. */
  #next = 0;

  /**
   * @param {GameFile} file
   * @param {Shuffler} shuffler
   */
  constructor(file, shuffler) {
    this.file = file;
    this.shuffler = shuffler;
    const hands = file.seats.map(() => []);
    this.#cards = { hands, piles: [], board: new Map(), offered: [], aside: [] };
  }

  /** @param {Finding} finding */
  #finds(finding) {
    this.check.findings.push(finding);
  }

  /**
   * Checks the values that were fixed before the deal.
   *
   * @param {Noted} noted
   */
  async seal(noted) {
    const { file } = this;
    if ((await commitmentOf(file.secret)) !== file.commitment) this.#finds({ type: 'commitment' });
    for (const finding of otherThanNoted(file, noted)) this.#finds(finding);
  }

  /**
   * @param {number} number
   * @param {GameStep} step
   */
  async step(number, step) {
    if (step.type === 'played') {
      this.#before.push(structuredClone(this.#cards));
      if (this.#before.length > TAKE_BACK_REACH) this.#before.shift();
    } else if (step.type === 'took_back') {
      const gone = step.agreed ?? 1;
      const known = gone > 0 && gone <= this.#before.length;
      const [before] = known ? this.#before.splice(-gone) : [];
      if (before) this.#cards = before;
      else this.#finds({ type: 'took_back', step: number });
    }
    if (!('shuffles' in step)) return;
    /** @type {Waiting} */
    const waiting = { step: number, shuffles: [] };
    for (const shuffle of step.shuffles) {
      if (shuffle.number !== this.#next) {
        this.#finds({ type: 'number', step: number, expected: this.#next, found: shuffle.number });
      }
      waiting.shuffles.push({ number: this.#next, shuffle });
      this.#next += 1;
    }
    // The cards of a position can't be followed. Only the rules tell where they lie.
    if (this.file.position) return;
    if (step.type === 'played' && step.by !== 'player') {
      const drawn = take(waiting, 'pick');
      if (drawn) await this.#pick(number, 'choice', drawn);
    }
    for (const event of step.events) await this.#event(waiting, moved(event));
    for (const { number: unused } of waiting.shuffles) {
      this.#finds({ type: 'unused', step: number, number: unused });
    }
  }

  /**
   * @param {Waiting} waiting
   * @param {Moved} event
   */
  async #event(waiting, event) {
    const { step } = waiting;
    switch (event.type) {
      case 'nothing':
        return;
      case 'dealt':
        await this.#dealt(waiting, event);
        return;
      case 'returned': {
        const given = [...this.#cards.piles.flat(), ...this.#cards.aside];
        this.#cards.aside = [];
        for (const { seat, cards } of event.hands) {
          for (const card of cards) {
            this.#leavesHand(step, seat, card);
            given.push(card);
          }
        }
        await this.#order(waiting, 'return', event.pile, { given });
        this.#cards.piles = [[...event.pile]];
        return;
      }
      case 'drew': {
        const { seat, card } = event;
        const pile = this.#cards.piles[event.pile] ?? [];
        const next = pile[0] ?? null;
        if (next === null || next !== card) {
          this.#finds({ type: 'draw', step, seat, expected: next, found: card });
        }
        leaves(pile, card);
        this.#cards.hands[seat]?.push(card);
        this.check.draws += 1;
        return;
      }
      case 'played':
        this.#leavesHand(step, event.seat, event.card);
        return;
      case 'offered':
        this.#cards.offered = event.from;
        return;
      case 'swapped':
        this.#swapped(step, event);
        return;
      case 'revealed':
        this.#revealed(step, event);
        return;
      case 'traded': {
        const { seat, place, laid, taken } = event;
        this.#leavesHand(step, seat, laid);
        const before = this.#lies(place, laid);
        if (before !== taken)
          this.#finds({ type: 'place', step, place, expected: before, found: taken });
        this.#cards.hands[seat]?.push(taken);
        return;
      }
      case 'taken':
        this.#cards.hands[event.seat]?.push(this.#lies(event.place, null));
        return;
      case 'laid':
        this.#leavesHand(step, event.seat, event.card);
        this.#lies(event.place, event.card);
        return;
      default:
        never(event);
    }
  }

  /**
   * @param {Waiting} waiting
   * @param {Extract<Moved, {type: 'dealt'}>} dealt
   */
  async #dealt(waiting, { first, hands, piles, board }) {
    if (first !== null && this.file.first === null) await this.#first(waiting, first);
    const to = hands.flatMap((hand, seat) => hand.map(() => seat));
    const cards = [...hands.flat(), ...piles.flat(), ...board.map(({ card }) => card)];
    await this.#order(waiting, 'deal', cards, { to, toBoard: board.length > 0 });
    await this.#turns(
      waiting,
      board.map(({ turn }) => turn),
    );
    this.#cards.hands = this.#cards.hands.map((_, seat) => [...(hands[seat] ?? [])]);
    this.#cards.piles = piles.map((pile) => [...pile]);
    this.#cards.board = new Map(board.map(({ place, card, turn }) => [place, { card, turn }]));
  }

  /**
   * Checks the rotations of the board's cards. Each was drawn as a number below four.
   *
   * @param {Waiting} waiting
   * @param {(number | null)[]} turns
   */
  async #turns(waiting, turns) {
    const { step } = waiting;
    /** @type {number[]} */
    const expected = [];
    let begins = null;
    for (const turn of turns) {
      const picked = take(waiting, 'pick');
      if (!picked) {
        this.#finds({ type: 'unshuffled', step });
        break;
      }
      const { number, shuffle } = picked;
      begins ??= number;
      if (shuffle.count !== 4 || turn !== shuffle.drawn)
        this.#finds({ type: 'items', step, number });
      const drawn = await this.#drawn(step, picked);
      if (drawn !== null) expected.push(drawn);
    }
    if (begins !== null) {
      this.check.shuffles.push({
        step,
        number: begins,
        what: 'turns',
        expected,
        found: [...turns],
        to: [],
        toBoard: false,
      });
    }
  }

  /**
   * @param {number} step
   * @param {Extract<Moved, {type: 'revealed'}>} revealed
   */
  #revealed(step, { place, card, turn }) {
    const { card: expected, turn: turned } = this.#cards.board.get(place) ?? {
      card: null,
      turn: null,
    };
    if (expected !== card) this.#finds({ type: 'place', step, place, expected, found: card });
    else if (turned !== turn)
      this.#finds({ type: 'turn', step, place, expected: turned, found: turn });
    this.check.draws += 1;
  }

  /**
   * Puts a card on a space of the board, or removes the card there.
   *
   * @param {string} place
   * @param {Card} card
   * @returns {Card} the card that was there before
   */
  #lies(place, card) {
    const lying = this.#cards.board.get(place);
    if (!lying) return null;
    const before = lying.card;
    lying.card = card;
    return before;
  }

  /**
   * @param {number} step
   * @param {number} seat
   * @param {Card} card
   */
  #leavesHand(step, seat, card) {
    if (!leaves(this.#cards.hands[seat] ?? [], card))
      this.#finds({ type: 'hand', step, seat, tile: card });
  }

  /**
   * @param {number} step
   * @param {Extract<Moved, {type: 'swapped'}>} swapped
   */
  #swapped(step, { seat, give, take }) {
    const offered = this.#cards.offered;
    this.#cards.offered = [];
    if (give.length === 0 && take.length === 0) return;
    for (const card of give) {
      this.#leavesHand(step, seat, card);
      this.#cards.aside.push(card);
    }
    for (const card of take) {
      const isThere = offered.some((from) => leaves(this.#cards.hands[from] ?? [], card));
      if (!isThere) this.#finds({ type: 'hand', step, seat, tile: card });
    }
    for (const from of offered)
      this.#cards.aside.push(...(this.#cards.hands[from]?.splice(0) ?? []));
    this.#cards.hands[seat]?.push(...take);
  }

  /**
   * @param {Waiting} waiting
   * @param {number} first
   */
  async #first(waiting, first) {
    const { step } = waiting;
    const drawn = take(waiting, 'pick');
    if (!drawn) {
      this.#finds({ type: 'unshuffled', step });
      return;
    }
    if (drawn.shuffle.count !== this.file.seats.length || drawn.shuffle.drawn !== first) {
      this.#finds({ type: 'items', step, number: drawn.number });
    }
    await this.#pick(step, 'first', drawn);
  }

  /**
   * @param {number} step
   * @param {ShuffledFor} what
   * @param {{number: number, shuffle: Pick}} picked
   */
  async #pick(step, what, picked) {
    const { number, shuffle } = picked;
    const expected = await this.#drawn(step, picked);
    this.check.shuffles.push({
      step,
      number,
      what,
      expected: expected === null ? [] : [expected],
      found: [shuffle.drawn],
      to: [],
      toBoard: false,
    });
  }

  /**
   * @param {number} step
   * @param {{number: number, shuffle: Pick}} picked
   * @returns {Promise<number | null>} the number that the shuffle draws
   */
  async #drawn(step, { number, shuffle: { count, drawn } }) {
    const numbers = Array.from({ length: count }, (_, index) => index);
    const [expected = null] = await this.shuffler(number, numbers);
    if (expected !== drawn) this.#finds({ type: 'pick', step, number, expected, found: drawn });
    return expected;
  }

  /**
   * Checks cards that were put in an order.
   *
   * @param {Waiting} waiting
   * @param {'deal' | 'return'} what
   * @param {Card[]} found
   * @param {{to: number[], toBoard: boolean} | {given: Card[]}} why
   */
  async #order(waiting, what, found, why) {
    const { step } = waiting;
    const shuffled = take(waiting, 'order');
    if (!shuffled) {
      this.#finds({ type: 'unshuffled', step });
      return;
    }
    const { number, shuffle } = shuffled;
    const { game } = this.file.options;
    const isAll = (/** @type {Card[]} */ cards) => isSame(shuffle.items, named(game, cards));
    if (!isAll(found) || ('given' in why && !isAll(why.given))) {
      this.#finds({ type: 'items', step, number });
    }
    const items = await this.shuffler(number, shuffle.items);
    const expected = items.map((item) => cardOf(game, item));
    for (const [position, card] of expected.entries()) {
      const other = found[position] ?? null;
      if (other !== card) {
        this.#finds({ type: 'tile', step, number, position, expected: card, found: other });
      }
    }
    const { to, toBoard } = 'to' in why ? why : { to: [], toBoard: false };
    this.check.shuffles.push({ step, number, what, expected, found: [...found], to, toBoard });
  }
}

/**
 * @typedef {object} Lie the positions of the cards
 * @property {Card[][]} hands the cards that were dealt or drawn and have not left the hand
 * @property {Card[][]} piles
 * @property {Map<string, {card: Card, turn: number | null}>} board the cards on the spaces of the
 *   board
 * @property {number[]} offered the seats whose hands can be swapped
 * @property {Card[]} aside the cards that swaps have set aside
 * @typedef {Extract<Shuffle, {type: 'pick'}>} Pick
 */
