/**
 * Computes the words and the controls of the panel from a view. The functions are pure.
 *
 * @import {AnyEvent, Branch, Colour, Face, Placement, TsuroChoices, TsuroView} from '../../protocol.js'
 * @import {Card} from '../hand.js'
 * @import {Draft, Held} from './draft.js'
 * @import {ForkState} from './fork.js'
 * @import {Preview} from './ghost.js'
 * @import {OfferState} from './offer.js'
 * @import {PanelState} from './panel.js'
 * @import {Names, Text} from './words.js'
 */
import { never } from '../../lib/never.js';
import {
  chosenOf,
  decisionOf,
  isBlocked,
  offersOf,
  placementOf,
  portsOf,
  rotationOf,
  rotationsOf,
  waysOf,
} from './draft.js';
import { facedBy } from './geometry.js';
import { noteOf } from './note.js';
import { markWords, pathName, pathWords, previewWords, shortMark } from './words.js';

/**
 * @typedef {object} Situation
 * @property {TsuroView} view
 * @property {number | null} own the viewer's seat
 * @property {readonly Held[]} hand the viewer's tiles
 * @property {Draft} draft
 * @property {Held | null} inView the tile whose preview is shown: the chosen one, or the one under
 *   the pointer or with the focus
 * @property {boolean} blocked whether the previewed tile cannot be laid
 * @property {boolean} busy whether a decision has been sent and its answer has not arrived yet
 * @property {readonly AnyEvent[]} events the events of the game, as far as they are known
 * @property {Text} text
 * @property {Names} name
 * @property {(seat: number) => Colour} colour
 */

/**
 * @param {Situation} situation
 * @returns {PanelState}
 */
export function panelState(situation) {
  const { view, own, hand, draft, busy, text, name } = situation;
  const { choices } = view;
  const chosen = chosenOf(hand, draft);
  const turnable =
    chosen !== null && view.phase !== 'over' && rotationsOf(choices, chosen.face.tile).length > 1;
  return {
    lead: choices === null ? null : text('tsuro.status.lead'),
    status: status(situation),
    tone: tone(situation),
    seated: own !== null,
    turns: choices?.type === 'start' ? 'mark' : 'tile',
    turnable:
      choices?.type === 'start' ||
      (turnable && choices?.type !== 'path' && choices?.type !== 'swap'),
    commit: commitLabel(choices, text),
    ready: decisionOf(choices, hand, draft) !== null && !busy,
    offer: offerState(situation),
    fork: forkState(situation),
    forked: view.options.start === 'sides',
    pile: text('tsuro.pile', { count: view.pile }),
    laidDown: view.laid_down > 0 ? text('tsuro.laid_down', { count: view.laid_down }) : null,
    dragon: view.dragon_in_play ? dragon(view, text, name) : null,
    note: noteOf(view, situation.events, own, { text, name }),
  };
}

/**
 * Returns the tiles of the hand as they should be shown.
 *
 * @param {readonly Held[]} hand
 * @param {TsuroChoices | null} choices
 * @param {Draft} draft
 * @param {Text} text
 * @returns {Card<Face>[]}
 */
export function cardsOf(hand, choices, draft, text) {
  return hand.map((held, index) => {
    const rotation = rotationOf(choices, held, draft);
    return {
      held,
      rotation,
      chosen: held.key === draft.tile,
      blocked: isBlocked(choices, held.face.tile) ? text('tsuro.blocked') : null,
      label: tileWords(hand, index, rotation, text),
    };
  });
}

/**
 * Returns the outcome of the previewed decision, or `null` while there is none.
 *
 * @param {Situation} situation
 * @returns {Placement | Branch | null}
 */
function outlook({ view: { choices }, inView, draft }) {
  if (choices?.type === 'path') return choices.paths.find((one) => one.port === draft.port) ?? null;
  return placementOf(choices, inView, draft);
}

/**
 * Describes the outcome of the previewed decision in words.
 *
 * @param {Situation} situation
 * @returns {string | null}
 */
export function outlookWords(situation) {
  const seen = outlook(situation);
  return seen && previewWords(seen, situation.own, situation.text, situation.name);
}

/**
 * Returns the outcome of the previewed decision as a picture on the board.
 *
 * @param {Situation} situation
 * @returns {Preview | null}
 */
export function previewOf(situation) {
  const { view, inView, draft, own } = situation;
  const { choices, waiting } = view;
  const seen = outlook(situation);
  const mine = (/** @type {Placement | Branch | undefined} */ way) =>
    way?.walks.find((walk) => walk.seat === own) ?? null;
  const ports = portsOf(choices, inView, draft).map((port) => ({
    port,
    chosen: port === seen?.port,
  }));
  const shared = { walks: seen?.walks ?? [], ports: ports.length > 1 ? ports : [] };
  if (choices?.type === 'path' && waiting) {
    const other = mine(choices.paths.find((one) => one.port !== seen?.port));
    return {
      tile: null,
      square: waiting.square,
      other: seen && other,
      chosen: seen !== null,
      ...shared,
    };
  }
  if (choices === null) return ready(situation);
  if (choices.type !== 'place' || !seen || !inView) return null;
  const other = mine(waysOf(choices, inView, draft).find((one) => one.port !== seen.port));
  const tile = { face: inView.face, rotation: rotationOf(choices, inView, draft) };
  return {
    tile,
    square: choices.square,
    other,
    chosen: inView.key === draft.tile,
    ...shared,
  };
}

/**
 * Returns the preview of a tile that is chosen out of turn, where it would lie as things are. It
 * has no walks: their preview appears only in the viewer's turn.
 *
 * @param {Situation} situation
 * @returns {Preview | null}
 */
function ready({ view, inView, draft, own }) {
  const square = own === null ? null : facedBy(view, own);
  if (square === null || inView === null) return null;
  return {
    tile: { face: inView.face, rotation: rotationOf(null, inView, draft) },
    square,
    walks: [],
    other: null,
    ports: [],
    chosen: false,
  };
}

/**
 * Describes the draft in words, for screen readers.
 *
 * @param {Situation} situation
 * @returns {string}
 */
export function draftWords(situation) {
  const { view, draft, text } = situation;
  if (view.choices?.type === 'swap') return swapWords(draft, text);
  const words = outlookWords(situation);
  if (words !== null) {
    const port = outlook(situation)?.port;
    return port === undefined
      ? words
      : text('tsuro.path.words', { path: pathName(port, text), words });
  }
  if (view.choices?.type === 'path') return pathWanted(situation);
  return draft.mark === null
    ? ''
    : text('tsuro.start.words', { mark: markWords(draft.mark, text) });
}

/**
 * @param {readonly Held[]} hand
 * @param {number} index
 * @param {number} rotation
 * @param {Text} text
 */
function tileWords(hand, index, rotation, text) {
  const face = hand[index]?.face;
  return text('tsuro.hand.tile', {
    number: index + 1,
    count: hand.length,
    paths: face ? pathWords(face, rotation, text) : '',
  });
}

/**
 * @param {TsuroView} view
 * @param {Text} text
 * @param {Names} name
 * @returns {NonNullable<PanelState['dragon']>}
 */
function dragon({ dragon: holder, options }, text, name) {
  if (holder !== null)
    return { words: text('tsuro.dragon.held', { name: name(holder) }), where: 'held' };
  // Only the 2020 edition places the dragon beside the board.
  return options.dragon === '2020'
    ? { words: text('tsuro.dragon.beside'), where: 'beside' }
    : { words: text('tsuro.dragon.under'), where: 'under' };
}

/**
 * @param {TsuroChoices | null} choices
 * @param {Text} text
 */
function commitLabel(choices, text) {
  switch (choices?.type) {
    case 'start':
      return text('tsuro.start.commit');
    case 'place':
      return text('tsuro.place.commit');
    case 'path':
      return text('tsuro.path.commit');
    case 'swap':
    case undefined:
      return null;
    default:
      return never(choices);
  }
}

/**
 * @param {Situation} situation
 * @returns {OfferState | null}
 */
function offerState({ view: { choices }, hand, draft, busy, text, name, colour }) {
  if (choices?.type !== 'swap') return null;
  const shown = (/** @type {readonly Held[]} */ tiles, /** @type {readonly string[]} */ chosen) =>
    tiles.map((held, index) => ({
      held,
      label: tileWords(tiles, index, 0, text),
      chosen: chosen.includes(held.key),
    }));
  return {
    own: shown(hand, draft.give),
    offers: offersOf(choices).map(({ seat, tiles }) => ({
      seat,
      name: name(seat),
      colour: colour(seat),
      tiles: shown(tiles, draft.take),
    })),
    ready: decisionOf(choices, hand, draft) !== null,
    busy,
  };
}

/**
 * @param {Situation} situation
 * @returns {ForkState | null}
 */
function forkState(situation) {
  const { view, own, draft, hand, text, name } = situation;
  const { choices, waiting } = view;
  if (choices?.type === 'path' && waiting) {
    const branch = (/** @type {number} */ port) =>
      choices.paths.find((one) => one.port === port) ?? { walks: [], waits: [] };
    return {
      ways: portsOf(choices, null, draft).map((port) => ({
        port,
        label: pathName(port, text),
        words: previewWords(branch(port), own, text, name),
        chosen: port === draft.port,
      })),
      tile: {
        face: waiting,
        rotation: waiting.rotation,
        first: (port) => branch(port).walks.find((walk) => walk.seat === own)?.path[0] ?? null,
      },
    };
  }
  const chosen = chosenOf(hand, draft);
  const ports = portsOf(choices, chosen, draft);
  if (ports.length < 2) return null;
  const now = placementOf(choices, chosen, draft)?.port;
  return {
    ways: ports.map((port) => ({
      port,
      label: pathName(port, text),
      words: null,
      chosen: port === now,
    })),
    tile: null,
  };
}

/** @param {Situation} situation */
function tone(situation) {
  const { choices } = situation.view;
  if (choices === null) return 'calm';
  const forced = choices.type === 'place' && choices.forced;
  return situation.blocked || (forced && outlook(situation) === null) ? 'warn' : 'act';
}

/** @param {Situation} situation */
function status(situation) {
  const { view, hand, draft, text } = situation;
  const { choices } = view;
  if (choices === null) return waiting(situation);
  switch (choices.type) {
    case 'start':
      if (draft.mark !== null)
        return text('tsuro.start.words', { mark: shortMark(draft.mark, text) });
      return text(
        view.options.start === 'sides' ? 'tsuro.start.choose_side' : 'tsuro.start.choose',
      );
    case 'place': {
      if (situation.blocked) return text('tsuro.blocked');
      const chosen = chosenOf(hand, draft);
      const forced = choices.forced ? [text('tsuro.forced')] : [];
      const fixed =
        chosen && rotationsOf(choices, chosen.face.tile).length === 1
          ? [text('tsuro.one_way')]
          : [];
      return [...forced, outlookWords(situation) ?? text('tsuro.place.choose'), ...fixed].join(' ');
    }
    case 'path':
      return outlookWords(situation) ?? pathWanted(situation);
    case 'swap':
      return swapWords(draft, text);
    default:
      return never(choices);
  }
}

/**
 * Describes the question for a path on the tile that another player has laid.
 *
 * @param {Situation} situation
 */
function pathWanted({ view, text, name }) {
  return text('tsuro.path.choose', { name: name(view.waiting?.seat ?? 0) });
}

/**
 * Describes the state of a swap.
 *
 * @param {Draft} draft
 * @param {Text} text
 */
function swapWords({ give, take }, text) {
  if (give.length === 0 && take.length === 0) return text('tsuro.swap.choose');
  if (give.length === take.length) return text('tsuro.swap.even', { count: give.length });
  const more = Math.abs(give.length - take.length);
  return text(give.length < take.length ? 'tsuro.swap.give_more' : 'tsuro.swap.take_more', {
    count: more,
  });
}

/** @param {Situation} situation */
function waiting(situation) {
  const { view, own, text, name } = situation;
  const { acting, phase } = view;
  if (acting === null || phase === 'over') return text('tsuro.status.over');
  if (acting === own) return text('tsuro.status.yours');
  const happens = text(`tsuro.status.${phase}`, { name: name(acting) });
  const square = chosenOf(situation.hand, situation.draft) && ready(situation)?.square;
  return square ? `${happens} ${text('tsuro.ready', { square })}` : happens;
}
