/**
 * The fields for the people in a room: who can see it, who plays first, when the game starts, and
 * whether players may ask for hints.
 *
 * @import {First, GameKind, Settings} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 */
import { gameOf } from '../games/index.js';
import { html } from '../lib/dom.js';
import { hasPublicLobby } from '../lib/public-lobby.js';
import { choice, group, radio } from './fields.js';
import { sayStart } from './words.js';

/**
 * The numbers of turns on offer after which spectators see all hands. The server accepts others.
 */
const HANDS_AFTER = [1, 2, 3, 4, 5, 8, 12, 20];
/** The number of turns that is selected before the host has chosen one. */
const USUAL_HANDS_AFTER = 3;

/**
 * @typedef {{seat: number, name: string}} Candidate a player who can be chosen to play first
 * @typedef {Pick<Settings, 'no_spectators' | 'hands_after' | 'out_see_hands'>} Watching
 */

/**
 * @param {Text} text
 * @param {Settings} settings
 * @param {Candidate[]} candidates
 * @returns {{ elements: HTMLElement[], watching: HTMLElement[], showGame: (kind: GameKind) => void }}
 *   the fields, those about people who watch, and a function that adapts them to the seats of a
 *   game
 */
export function createPeopleFields(text, settings, candidates) {
  const { first, hints = false } = settings;
  const visibility = group(
    text('settings.visibility'),
    radio('public', 'no', !settings.public, text('visibility.private')),
    radio('public', 'yes', settings.public, text('visibility.public')),
  );
  const start = html('select', {
    name: 'starts_with',
    id: 'settings-starts_with',
    'aria-label': text('settings.start'),
  });
  const turns = choice(
    'hands_after',
    [...new Set([...HANDS_AFTER, settings.hands_after ?? USUAL_HANDS_AFTER])].sort((a, b) => a - b),
    settings.hands_after ?? USUAL_HANDS_AFTER,
    (count) => text('spectators.turns_later', { count }),
  );
  turns.setAttribute('aria-label', text('spectators.later'));
  const starters = candidates.map(({ seat, name }) => ({
    seat,
    element: radio('first', String(seat), first.type === 'seat' && first.seat === seat, name),
  }));
  return {
    elements: [
      ...(hasPublicLobby() ? [visibility] : []),
      group(
        text('settings.first'),
        radio('first', 'draw', first.type === 'draw', text('first.draw')),
        radio('first', 'winner', first.type === 'winner', text('first.winner')),
        starters.map(({ element }) => element),
      ),
      group(text('settings.start'), html('p', { class: 'detail' }, start)),
      group(
        text('settings.hints'),
        radio('hints', 'no', !hints, text('hints.no'), text('hints.no_hint')),
        radio('hints', 'yes', hints, text('hints.yes'), text('hints.yes_hint')),
      ),
      group(
        text('settings.rated'),
        radio('rated', 'no', !settings.rated, text('rated.no')),
        radio(
          'rated',
          'yes',
          settings.rated === true,
          text('rated.yes'),
          text('rated.yes_hint'),
          // Such a game begins with a new deal.
          settings.start !== undefined,
        ),
        html('p', { class: 'detail soft rated-adapted', role: 'status' }),
      ),
    ],
    watching: [
      group(
        text('settings.spectators'),
        radio(
          'spectators',
          'yes',
          !settings.no_spectators && settings.hands_after === undefined,
          text('spectators.yes'),
          text('spectators.yes_hint'),
        ),
        radio(
          'spectators',
          'later',
          !settings.no_spectators && settings.hands_after !== undefined,
          text('spectators.later'),
          text('spectators.later_hint'),
        ),
        html('p', { class: 'detail' }, turns),
        radio(
          'spectators',
          'no',
          settings.no_spectators === true,
          text('spectators.no'),
          text('spectators.no_hint'),
        ),
      ),
      group(
        text('settings.out'),
        radio('out_see_hands', 'no', !settings.out_see_hands, text('out_see.no')),
        radio(
          'out_see_hands',
          'yes',
          settings.out_see_hands === true,
          text('out_see.yes'),
          text('out_see.yes_hint'),
        ),
      ),
    ],
    showGame(kind) {
      const { fewest, most } = gameOf(kind).seats;
      for (const { seat, element } of starters) element.hidden = seat >= most;
      const players = Array.from({ length: most - fewest + 1 }, (_, at) => fewest + at);
      const now = start.options.length > 0 ? start.value : String(settings.starts_with ?? '');
      start.replaceChildren(
        ...[undefined, ...players].map((count) => {
          const value = count === undefined ? '' : String(count);
          return html('option', { value, selected: value === now }, sayStart(count, text));
        }),
      );
    },
  };
}

/**
 * Reads the settings of these fields.
 *
 * @param {FormData} form
 * @param {GameKind} kind
 * @returns {Pick<Settings, 'first' | 'public' | 'hints' | 'rated' | 'starts_with'> & Watching}
 */
export function readPeople(form, kind) {
  const players = Number(form.get('starts_with'));
  return {
    first: readFirst(form.get('first'), gameOf(kind).seats.most),
    public: form.get('public') === 'yes',
    ...(form.get('hints') === 'yes' ? { hints: true } : {}),
    ...(form.get('rated') === 'yes' ? { rated: true } : {}),
    ...(players > 0 ? { starts_with: players } : {}),
    ...readSpectators(form),
    ...(form.get('out_see_hands') === 'yes' ? { out_see_hands: true } : {}),
  };
}

/**
 * @param {FormData} form
 * @returns {Pick<Settings, 'no_spectators' | 'hands_after'>}
 */
function readSpectators(form) {
  switch (form.get('spectators')) {
    case 'no':
      return { no_spectators: true };
    case 'later':
      return { hands_after: Number(form.get('hands_after')) };
    default:
      return {};
  }
}

/**
 * @param {FormDataEntryValue | null} value
 * @param {number} most the number of seats of the game
 * @returns {First}
 */
function readFirst(value, most) {
  if (value === 'winner') return { type: 'winner' };
  if (value === null || value === 'draw' || Number(value) >= most) return { type: 'draw' };
  return { type: 'seat', seat: Number(value) };
}
