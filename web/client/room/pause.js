/**
 * A game that stands still, or whose players are asked whether it should.
 *
 * @import {PauseNotice} from '../lib/notices.js'
 * @import {Table} from './page.js'
 */
import { list } from '../lib/text.js';

/**
 * Whether this person may ask for a pause now.
 *
 * @param {Pick<Table, 'state'>} table
 */
export function mayAskForPause({ state: { view, you } }) {
  if (view?.phase !== 'playing' || you?.seat == null) return false;
  return view.paused === null && view.pause_asked_by.length === 0;
}

/**
 * What is said of a pause, and what this person can do about it; `null` where there is none.
 *
 * @param {Table} table
 * @returns {PauseNotice | null}
 */
export function pauseNotice({ state: { view, you }, text, name, issue }) {
  if (view?.phase !== 'playing') return null;
  const { paused, pause_asked_by: askedBy } = view;
  const seated = you?.seat != null;
  const goOn = () => void issue({ type: 'go_on' });
  if (paused !== null) {
    const [first] = askedBy;
    const words =
      paused === 'agreed' && first !== undefined
        ? text('pause.agreed', { name: name(first) })
        : text('pause.everybody_left');
    return { words, choices: seated ? [{ label: text('pause.go_on'), chosen: goOn }] : [] };
  }
  if (askedBy.length === 0) return null;
  if (seated && askedBy.includes(you.seat ?? -1)) {
    return {
      words: text('pause.waits'),
      choices: [{ label: text('pause.take_back'), chosen: goOn }],
    };
  }
  const words = text('pause.asked', { names: list(askedBy.map(name)) });
  const agree = { label: text('pause.agree'), chosen: () => void issue({ type: 'pause' }) };
  const decline = { label: text('pause.decline'), chosen: goOn };
  return { words, choices: seated ? [agree, decline] : [] };
}
