/**
 * The part of the front page that starts a game: a card for each game, and below them two buttons,
 * one for a game with friends and one for a game against bots.
 *
 * @import {GameKind, Level, Settings} from '../protocol.js'
 * @import {Unfit} from '../settings/settings-form.js'
 * @import {Text} from '../lib/text.js'
 */
import { FIRST, gameOf, KINDS } from '../games/index.js';
import { fetchWords } from '../games/modules.js';
import { drawThumbnail } from '../games/thumbnails.js';
import { LEVELS } from '../lib/dialog.js';
import { html, paint, part, write } from '../lib/dom.js';
import { createLater } from '../lib/later.js';
import { openSettings } from '../settings/dialog.js';
import { usualSettings } from '../settings/settings-form.js';
import { saySettings } from '../settings/words.js';

/** The level that is selected at first. @type {Level} */
const USUAL_LEVEL = 'medium';

/**
 * @typedef {object} Solo
 * @property {Settings} settings
 * @property {Level} level
 * @property {number} bots
 */
/**
 * @typedef {object} Use
 * @property {(settings: Settings) => Promise<Unfit | null>} withFriends creates a room; returns a
 *   setting that the server has rejected
 * @property {(solo: Solo) => Promise<void>} withBots starts a game against bots
 * @property {() => void} failed called when the texts of a game can't be fetched
 */

/**
 * @param {Text} text
 * @param {Use} use
 */
export function createStart(text, { withFriends, withBots, failed }) {
  /** The settings of each game that has been chosen. @type {Map<GameKind, Settings>} */
  const settings = new Map();
  let kind = FIRST;
  const friends = /** @type {HTMLButtonElement} */ (part('play-friends'));
  const computer = /** @type {HTMLButtonElement} */ (part('play-computer'));
  const bots = /** @type {HTMLSelectElement} */ (part('solo-bots'));
  const level = /** @type {HTMLSelectElement} */ (part('solo-level'));
  paint(
    part('game-cards'),
    KINDS.map((one) => drawCard(one, one === kind, text)),
  );
  // The pictures take a slow phone a while, and the list of rooms does not wait for them.
  createLater(drawPictures)();
  paint(
    level,
    LEVELS.map((one) =>
      html('option', { value: one, selected: one === USUAL_LEVEL }, text(`bot.${one}`)),
    ),
  );

  /** The pending choice of another game. */
  let choosing = Promise.resolve();
  const settingsNow = () => settings.get(kind) ?? usualSettings(kind);

  function show() {
    part('start').dataset['game'] = kind;
    write(part('options-brief'), saySettings(settingsNow(), text));
    const { fewest, most } = gameOf(kind).seats;
    // Half the seats make a game where players meet but that is still easy to follow.
    const usual = Math.max(fewest, most / 2) - 1;
    const counts = Array.from({ length: most - fewest + 1 }, (_, more) => fewest - 1 + more);
    bots.replaceChildren(
      ...counts.map((count) =>
        html('option', { value: count, selected: count === usual }, text('solo.count', { count })),
      ),
    );
    bots.disabled = counts.length < 2;
  }

  /** @param {GameKind} next */
  async function choose(next) {
    try {
      await fetchWords(next);
    } catch {
      failed();
      check(kind);
      return;
    }
    // The reader may have chosen yet another game meanwhile.
    if (chosen() !== next || kind === next) return;
    kind = next;
    show();
  }

  /** @param {Unfit} [unfit] a setting that the server has rejected */
  function openOptions(unfit) {
    openSettings(
      {
        text,
        settings: settingsNow(),
        // The player who creates a room gets its first seat.
        candidates: [{ seat: 0, name: text('first.self') }],
        sameGame: true,
        submit: 'options.done',
        chosen: async (next) => {
          settings.set(kind, next);
          write(part('options-brief'), saySettings(next, text));
          return null;
        },
      },
      unfit,
    );
  }

  part('game-cards').addEventListener('change', () => {
    const next = chosen();
    if (next) choosing = choose(next);
  });
  part('open-options').addEventListener('click', async () => {
    await choosing;
    openOptions();
  });
  friends.addEventListener('click', async () => {
    friends.disabled = true;
    await choosing;
    const unfit = await withFriends(settingsNow());
    friends.disabled = false;
    if (unfit !== null) openOptions(unfit);
  });
  computer.addEventListener('click', async () => {
    computer.disabled = true;
    await choosing;
    await withBots({
      settings: { ...usualSettings(kind), options: settingsNow().options, clock: { type: 'none' } },
      level: /** @type {Level} */ (level.value),
      bots: Number(bots.value),
    });
    computer.disabled = false;
  });
  show();
}

/** @returns {HTMLInputElement[]} */
const radios = () => [...part('game-cards').querySelectorAll('input')];

/** Returns the game of the selected card. */
function chosen() {
  const value = radios().find(({ checked }) => checked)?.value;
  return KINDS.find((kind) => kind === value);
}

/** @param {GameKind} kind */
function check(kind) {
  for (const radio of radios()) radio.checked = radio.value === kind;
}

function drawPictures() {
  const frames = part('game-cards').querySelectorAll('.card-picture');
  frames.forEach((frame, at) => void paint(frame, drawThumbnail(KINDS[at] ?? FIRST)));
}

/**
 * @param {GameKind} kind
 * @param {boolean} checked
 * @param {Text} text
 */
function drawCard(kind, checked, text) {
  const { seats } = gameOf(kind);
  const id = `card-${kind}`;
  const players =
    seats.fewest === seats.most
      ? text('settings.players_only', { count: seats.most })
      : text('card.players', seats);
  const minutes = text('card.minutes', { minutes: text(`${kind}.minutes`) });
  return html(
    'label',
    { class: 'game-card' },
    html('input', {
      type: 'radio',
      name: 'kind',
      value: kind,
      checked,
      'aria-labelledby': `${id}-name`,
      'aria-describedby': `${id}-lead ${id}-facts`,
    }),
    html('span', { class: 'card-picture' }),
    html('strong', { id: `${id}-name` }, text(`game.${kind}`)),
    html('span', { class: 'card-lead', id: `${id}-lead` }, text(`${kind}.lead`)),
    html('small', { id: `${id}-facts` }, `${players} · ${minutes}`),
  );
}
