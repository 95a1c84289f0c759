/**
 * Commands on their way: each has an id, is sent again after a reconnect until it is answered, and
 * counts once.
 *
 * @import {ServerMessage, Problem, ClientMessage} from '../protocol.js'
 */

/**
 * @typedef {Extract<ClientMessage, {id: string}>} Command
 * @typedef {Command extends infer C ? C extends Command ? Omit<C, 'id'> : never : never} Intent a
 *   command without its id
 * @typedef {{ok: true} | {ok: false, problem: Problem}} Answer
 * @typedef {ReturnType<typeof createCommands>} Commands
 */

/**
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
     * Sends it, now or when there is a connection. The answer comes when the server has given it.
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

    /** Sends all that has not been answered, in order. */
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

    /** There will be no answers any more: the page says so, and nobody waits for them. */
    end() {
      waiting.clear();
    },
  };
}
