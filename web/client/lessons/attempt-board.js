/**
 * The board on which an attempt at a lesson or a puzzle is played.
 *
 * @import {AnyAction, AnyEvent, Colour, GameKind, Problem, You} from '../protocol.js'
 * @import {Answer} from '../games/modules.js'
 * @import {Text} from '../lib/text.js'
 * @import {Step} from './attempt.js'
 */
import { boardOf, fetchRefusals } from '../games/modules.js';
import { seatsOf } from '../games/seats.js';
import { createAnnounce } from '../lib/announce.js';
import { part } from '../lib/dom.js';
import { setInert } from '../lib/inert.js';
import { createNotices } from '../lib/notices.js';
import { sayProblem } from '../lib/problem.js';

/** The colours of the players, by seat. @type {readonly Colour[]} */
export const COLOURS = ['red', 'blue', 'yellow', 'green', 'purple', 'orange', 'white', 'black'];

/**
 * Creates the board of a game, which must have been fetched, and adds it to the page.
 *
 * @param {object} asked
 * @param {Text} asked.text the texts, with those of the lessons
 * @param {GameKind} asked.game
 * @param {(action: AnyAction) => Promise<Answer>} asked.act makes a decision of the reader
 * @param {() => void} asked.startOver begins the attempt again, in place of a take-back: the server
 *   keeps none of its decisions
 */
export function createAttemptBoard({ text, game, act, startOver }) {
  const speech = boardOf(game);
  const announce = createAnnounce(part('live'));
  const notices = createNotices(part('notices'), text);
  const seats = seatsOf(
    COLOURS.map((colour, seat) => ({ colour, name: text(`learn.name.${seat}`) })),
  );
  const words = { text, name: (/** @type {number} */ seat) => seats[seat]?.name ?? '' };

  /** @param {string} sentence */
  function complain(sentence) {
    notices.complain(sentence);
    announce(sentence);
  }

  /** @param {Problem} problem */
  async function refuse(problem) {
    // Without its sentence, the refusal is reported in general words.
    await fetchRefusals(game).catch(() => {});
    complain(speech.refusal?.(problem, words) ?? sayProblem(problem, text, words.name));
  }

  const board = speech.createBoard({
    text,
    announce,
    act: async (action) => {
      const answer = await act(action);
      if (answer.ok) notices.settle();
      else if (answer.problem.code !== 'stale') void refuse(answer.problem);
      return answer;
    },
    takeBack: async () => {
      startOver();
      return { ok: true };
    },
  });
  part('board').append(board.element);

  /**
   * Shows a decision and reads it aloud.
   *
   * @param {Step} step
   * @param {readonly AnyEvent[]} events all events so far
   * @param {number} seat the seat of the reader
   */
  function show(step, events, seat) {
    /** @type {You} */
    const you = {
      ...{ person: 'you', name: words.name(seat), seat },
      ...{ host: false, left_out: false, tabs: 1 },
    };
    const still = step.events.length === 0;
    setInert(part('board'), false);
    board.show({ view: step.view, seats, you, phase: 'playing', still, events });
    const sentences = step.events.map((event) => speech.sentence(event, words));
    const said = sentences.filter((sentence) => sentence !== null).join(' ');
    if (said !== '') announce(said);
  }

  return { board, announce, complain, show };
}
