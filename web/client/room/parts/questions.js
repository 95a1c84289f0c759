/**
 * The questions that the page asks its reader, and the notice that the game counts the reader as
 * away.
 *
 * @import {Identity} from './identity.js'
 * @import {createPush} from './push.js'
 * @import {PageNotices, Question} from '../../lib/notices.js'
 * @import {RoomContext} from '../context.js'
 */
import { questionTo } from '../../games/index.js';
import { confirm } from '../../lib/dialog.js';
import { entryQuestions } from '../game/entry-questions.js';
import { leftOutNotice } from '../game/left-out.js';
import { pauseNotice } from '../game/pause.js';
import { seatQuestions } from '../game/seat-requests.js';
import { takeBackQuestion } from '../game/take-back.js';
import { isOut } from './controls.js';
import { after } from './later.js';

/**
 * @param {RoomContext} context
 * @param {object} use
 * @param {Pick<PageNotices, 'showQuestions' | 'showAway'>} use.notices
 * @param {Pick<Identity, 'question'>} use.identity
 * @param {ReturnType<typeof createPush>} use.offer
 * @param {() => void} use.changed called when the reader has dismissed a question
 * @returns {() => void} shows the questions that wait for an answer
 */
export function createQuestions(context, { notices, identity, offer, changed }) {
  return () => {
    const { you, view } = context.state;
    if (!you || !view) return;
    void offer.make(you, view);
    const questions = [
      identity.question,
      pauseNotice(context),
      takeBackQuestion(context),
      after.module?.earlyEndQuestion(context) ?? null,
      gameQuestion(context),
      ...seatQuestions(context, changed),
      ...entryQuestions(context),
      leftOutNotice(context, changed),
      offer.question(),
    ];
    notices.showQuestions(questions.filter((asked) => asked !== null));
    const isAway = you.seat !== null && view.seats[you.seat]?.away === true;
    notices.showAway(
      view.phase === 'playing' && isAway && !isOut(context),
      () => void context.issue({ type: 'back' }),
    );
  };
}

/**
 * Returns the question that another player asks by the rules of the game, until it is answered.
 *
 * @param {RoomContext} context
 * @returns {Question | null}
 */
function gameQuestion(context) {
  const { state, text, name, issue } = context;
  const { you, view } = state;
  const game = view?.phase === 'playing' ? view.game : null;
  const question = game && you && you.seat !== null ? questionTo(game, you.seat) : null;
  return (
    question && {
      key: 'asked',
      words: text(question.key, { name: name(question.by) }),
      choices: question.answers.map(({ key, action, sure }) => ({
        label: text(key),
        chosen: async () => {
          const values = sure !== undefined && { what: text(sure), answer: text(key) };
          if (values && !(await confirm(text, 'agree', values))) return;
          await issue({ type: 'act', version: context.state.at.version, action });
        },
      })),
    }
  );
}
