/**
 * The parts of the page that a first look at a running game does not need. The table before and
 * after a game and the result are fetched before the first message that needs them, and the reasons
 * why a connection ends some time after the first picture.
 *
 * @import {ServerMessage} from '../../protocol.js'
 */
import { factsOf } from '../../games/index.js';
import { loadStyle } from '../../games/modules.js';
import { PROBLEMS } from '../../lib/problem.js';
import { loadPart } from '../../lib/text.js';

/** The texts of the table and of the result. */
const TEXTS = 'text/*.table.json';
/**
 * The time in milliseconds between the first picture and the fetch of the reasons for an ended
 * connection, by which even a slow device has drawn the whole page.
 */
const ENDINGS_MS = 10_000;

/**
 * Creates a part of the page that is fetched later.
 *
 * @template T
 * @param {() => Promise<T>} load
 */
function createPart(load) {
  /** @type {T | null} */
  let module = null;
  /** @type {Promise<void> | null} */
  let loading = null;
  return {
    /** The module of the part, or `null` before it has been fetched. */
    get module() {
      return module;
    },

    /** Fetches the part, unless the page already has it. A failed attempt can be repeated. */
    fetch() {
      loading ??= load().then(
        (loaded) => {
          module = loaded;
        },
        (error) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
}

/** The table with its seats, the invitation and the settings. */
export const table = createPart(async () => {
  const [module] = await Promise.all([import('../lobby/parts.js'), loadPart(TEXTS)]);
  return module;
});

/** The result of a game, and the card of a player who is out. */
export const after = createPart(async () => {
  const [module] = await Promise.all([
    import('../after/parts.js'),
    loadPart(TEXTS),
    loadStyle('room/after/finish.css'),
  ]);
  return module;
});

/** The reasons why a page does not reconnect. */
export const endings = createPart(async () => {
  const [module] = await Promise.all([
    import('./ending-reasons.js'),
    loadPart('text/*.ending.json'),
  ]);
  return module;
});

/**
 * Returns the fetches of parts that are necessary before a message can be shown. After a step a
 * player may be out, or the game over.
 *
 * @param {Extract<ServerMessage, {type: 'update' | 'step'}>} down
 * @returns {(() => Promise<void>)[]}
 */
export function missingParts(down) {
  const isStep = down.type === 'step';
  const needs = [
    (isStep || down.view.phase !== 'playing') && table,
    (isStep || isEnding(down.view)) && after,
  ];
  return needs.flatMap((one) => (one && one.module === null ? [one.fetch] : []));
}

/**
 * Whether the result of a game is shown, a player may be out, or one has left so that the others
 * may end the game.
 *
 * @param {Extract<ServerMessage, {type: 'update'}>['view']} view
 */
function isEnding({ phase, seats, game }) {
  if (phase === 'over' || seats.some((seat) => seat?.vacant)) return true;
  return game !== null && seats.some((_, seat) => factsOf(game, seat).out);
}

/** Fetches the parts as soon as the reader does something, because a step may follow. */
export function fetchSoon() {
  const begin = () => {
    // The step itself reports a failure.
    for (const one of [table, after]) one.fetch().catch(() => {});
    loadPart(PROBLEMS).catch(() => {});
  };
  for (const type of ['pointerdown', 'keydown']) {
    document.addEventListener(type, begin, { once: true });
  }
}

/**
 * Creates a function that fetches the reasons for an ended connection some time after its first
 * call. At the end itself, the server may not answer, or may not have the files of this page.
 */
export function createEndingsFetch() {
  let isBegun = false;
  return () => {
    if (isBegun) return;
    isBegun = true;
    // After a failure the ending itself tries again.
    setTimeout(() => endings.fetch().catch(() => {}), ENDINGS_MS);
  };
}

/**
 * Returns a function for something that is created once, as soon as that is possible.
 *
 * @template T
 * @param {() => T | undefined} create
 * @returns {() => T | null}
 */
export function onceFetched(create) {
  /** @type {T | null} */
  let made = null;
  return () => {
    made ??= create() ?? null;
    return made;
  };
}
