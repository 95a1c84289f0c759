/**
 * Sends commands with at-least-once delivery: each has an id, is sent again after a reconnection
 * until it is answered, and takes effect only once because the server recognises the id.
 *
 * A command that names a version is only for the history of that version. A database that takes the
 * place of a lost one may lack the last moments. The room then has another epoch, in which the same
 * number means another state. Hence nothing is sent on a connection before its first update.
 *
 * @import {ServerMessage, Problem, ClientMessage} from '../../protocol.js'
 */

/**
 * @typedef {Extract<ClientMessage, {id: string}>} Command
 * @typedef {Command extends infer C ? C extends Command ? Omit<C, 'id'> : never : never} Intent a
 *   command without its id
 * @typedef {{ok: true} | {ok: false, problem: Problem}} Answer
 * @typedef {ReturnType<typeof createCommands>} Commands
 */

/**
 * Creates the queue of unanswered commands.
 *
 * @param {object} way
 * @param {(up: ClientMessage) => boolean} way.send
 * @param {() => string} way.newId
 * @param {() => number} way.epoch returns the epoch of the state that the page shows
 */
export function createCommands({ send, newId, epoch }) {
  /** @type {Map<string, {command: Command, epoch: number, answer: (answer: Answer) => void}>} */
  const waiting = new Map();
  let isCaughtUp = false;

  /**
   * @param {string} id
   * @param {Answer} answer
   */
  function settle(id, answer) {
    waiting.get(id)?.answer(answer);
    waiting.delete(id);
  }

  return {
    /**
     * Sends a command now, or once the page is up to date. Resolves with the answer of the server,
     * or with `stale` if the history that the command is for is gone.
     *
     * @param {Intent} intent
     * @returns {Promise<Answer>}
     */
    issue(intent) {
      const command = /** @type {Command} */ ({ ...intent, id: newId() });
      return new Promise((answer) => {
        waiting.set(command.id, { command, epoch: epoch(), answer });
        if (isCaughtUp) send(command);
      });
    },

    /** Returns whether a decision of the game has no answer yet. */
    hasDecision: () => [...waiting.values()].some(({ command }) => command.type === 'act'),

    /** Holds all commands back until the first update of the next connection. */
    hold() {
      isCaughtUp = false;
    },

    /** Sends all unanswered commands again, in order, unless this connection has done so. */
    resume() {
      if (isCaughtUp) return;
      isCaughtUp = true;
      for (const [id, { command, epoch: of }] of waiting) {
        if ('version' in command && of !== epoch()) {
          settle(id, { ok: false, problem: { code: 'stale' } });
        } else {
          send(command);
        }
      }
    },

    /**
     * @param {Extract<ServerMessage, {type: 'ack' | 'nak'}>} down
     */
    answered(down) {
      if (down.type === 'ack') settle(down.id, { ok: true });
      else if (down.id !== undefined) settle(down.id, { ok: false, problem: down.problem });
    },

    /** Drops all pending commands after the connection has ended. The page shows the reason. */
    end() {
      waiting.clear();
    },
  };
}
