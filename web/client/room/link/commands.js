/**
 * Sends commands with at-least-once delivery: each has an id, is sent again after a reconnection
 * until it is answered, and takes effect only once because the server recognises the id.
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
 */
export function createCommands({ send, newId }) {
  /** @type {Map<string, {command: Command, answer: (answer: Answer) => void}>} */
  const waiting = new Map();

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
     * Sends a command now, or once there is a connection. Resolves with the answer of the server.
     *
     * @param {Intent} intent
     * @returns {Promise<Answer>}
     */
    issue(intent) {
      const command = /** @type {Command} */ ({ ...intent, id: newId() });
      return new Promise((answer) => {
        waiting.set(command.id, { command, answer });
        send(command);
      });
    },

    /** Returns whether a decision of the game has no answer yet. */
    hasDecision: () => [...waiting.values()].some(({ command }) => command.type === 'act'),

    /** Sends all unanswered commands again, in order. */
    resend() {
      for (const { command } of waiting.values()) send(command);
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
