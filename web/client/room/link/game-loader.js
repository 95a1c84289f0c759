/**
 * Queues messages until the game and the parts of the page that they need are loaded. Later
 * messages wait as well, so that the order is kept.
 *
 * @import {GameKind, ServerMessage} from '../../protocol.js'
 */
import { fetchBoard, fetchWords, hasBoard, isWorded } from '../../games/modules.js';
import { comeBack } from '../../lib/come-back.js';
import { inTime } from '../../lib/wait.js';
import { missingParts } from '../parts/later.js';
import { entriesOf } from '../state.js';

/**
 * Creates the queue of waiting messages.
 *
 * @param {object} on
 * @param {(down: ServerMessage) => void} on.take receives each message in order
 * @param {() => void} on.failed called when a file could not be fetched; the page is reloaded as
 *   soon as possible
 * @returns {(down: ServerMessage) => void} accepts each message as it arrives
 */
export function createGameLoader({ take, failed }) {
  /** @type {ServerMessage[] | null} */
  let waiting = null;

  /** @param {ServerMessage} down */
  function heard(down) {
    if (waiting) {
      waiting.push(down);
      return;
    }
    const missing = missingFor(down);
    if (missing.length === 0) take(down);
    else {
      waiting = [down];
      void fetchAll(missing);
    }
  }

  /** @param {(() => Promise<void>)[]} missing */
  async function fetchAll(missing) {
    try {
      await inTime(Promise.all(missing.map((one) => one())));
    } catch {
      failed();
      await comeBack();
      return;
    }
    const messages = waiting ?? [];
    waiting = null;
    for (const down of messages) heard(down);
  }

  return heard;
}

/**
 * Returns the games that a message mentions, and those whose board or events it contains.
 *
 * @param {Extract<ServerMessage, {type: 'update' | 'step'}>} down
 * @returns {{ spoken: Set<GameKind>, played: Set<GameKind> }}
 */
function gamesIn(down) {
  /** @type {Set<GameKind>} */
  const spoken = new Set();
  /** @type {Set<GameKind>} */
  const played = new Set();
  if (down.type === 'update') {
    spoken.add(down.view.settings.options.game);
    if (down.view.game) played.add(down.view.game.game);
  }
  const entries = down.type === 'update' ? down.happenings : entriesOf(down);
  for (const { happening } of entries) {
    if (happening.type === 'set') spoken.add(happening.settings.options.game);
    if (happening.type === 'started') played.add(happening.options.game);
    if ('events' in happening) for (const event of happening.events) played.add(event.game);
  }
  return { spoken, played };
}

/**
 * Returns the fetches that are necessary before a message can be shown.
 *
 * @param {ServerMessage} down
 * @returns {(() => Promise<void>)[]}
 */
function missingFor(down) {
  if (down.type !== 'update' && down.type !== 'step') return [];
  const { spoken, played } = gamesIn(down);
  return [
    ...[...spoken].filter((kind) => !isWorded(kind)).map((kind) => () => fetchWords(kind)),
    ...[...played].filter((kind) => !hasBoard(kind)).map((kind) => () => fetchBoard(kind)),
    ...missingParts(down),
  ];
}
