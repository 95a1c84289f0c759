/**
 * The panels and buttons that are visible in some phases only, and the buttons that need no dialog.
 *
 * @import {Phase} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { factsOf } from '../../games/index.js';
import { paint, part, set, write } from '../../lib/dom.js';
import { outcomeOf } from '../after/outcome.js';
import { isAlone } from '../game/alone.js';
import { longBreaks, mayAskForPause, pauseOf } from '../game/pause.js';
import { takeBackLabel } from '../game/take-back.js';
import { vacationChoice } from '../game/vacation.js';
import { lockButton } from '../lobby/host-menu.js';

/**
 * Connects the buttons for a pause, a vacation and a take-back.
 *
 * @param {RoomContext} context
 * @returns {(phase: Phase) => void} shows the panels and buttons for the phase that the page shows
 */
export function createControls(context) {
  const { issue, text } = context;

  part('pause').addEventListener('click', () => {
    if (context.state.view) void issue(pauseOf(context.state.view));
  });
  part('vacation').addEventListener('click', () => void vacationChoice(context)?.chosen());
  part('take-back').addEventListener('click', () => {
    void issue({ type: 'ask_take_back', version: context.state.at.version });
  });

  return (phase) => {
    const { you, view } = context.state;
    if (!you || !view) return;
    const playing = view.phase === 'playing';
    const seat = you.seat === null ? null : view.seats[you.seat];
    const shared = playing && !isAlone(context);
    part('board').hidden = phase === 'lobby';
    part('players-panel').hidden = phase !== 'playing';
    const hasResult = phase === 'over' && outcomeOf(view.game) !== null;
    part('finale').hidden = phase !== 'over';
    part('share').hidden = !hasResult;
    part('places').hidden = !hasResult;
    part('gather').hidden = phase === 'playing';
    const said = part('open-talk').querySelector('[data-text]');
    if (said) write(said, text(playing && !shared ? 'log.title' : 'talk.open'));
    part('open-menu').hidden = phase !== 'playing';
    offerTool('resign', playing && seat && !isOut(context) ? text('players.resign') : null);
    offerTool('take-back', takeBackLabel(context));
    part('give-up').hidden = !(playing && seat) || view.settings.day !== undefined;
    part('webhook').hidden = !you.host;
    part('webhook-playing').hidden = !(shared && you.host);
    part('pause').hidden = !(shared && mayAskForPause(context));
    write(part('pause'), text(longBreaks(view) ? 'pause.ask_until_all' : 'pause.ask'));
    offer('vacation', shared ? (vacationChoice(context)?.label ?? null) : null);
    paint(part('lock'), shared && you.host && lockButton(context));
  };
}

/**
 * Shows a button with a label, or hides it.
 *
 * @param {string} id
 * @param {string | null} label
 */
function offer(id, label) {
  part(id).hidden = label === null;
  write(part(id), label ?? '');
}

/**
 * Shows a button that is drawn as an icon with a label for the tooltip and for screen readers, or
 * hides it.
 *
 * @param {string} id
 * @param {string | null} label
 */
function offerTool(id, label) {
  part(id).hidden = label === null;
  set(part(id), { 'aria-label': label ?? '', title: label ?? '' });
}

/**
 * Whether the reader is out of the game.
 *
 * @param {Pick<RoomContext, 'state'>} context
 */
export function isOut({ state: { you, view } }) {
  return you?.seat != null && !!view?.game && factsOf(view.game, you.seat).out;
}

/**
 * Arranges the page for the phase: the invitation link is open before the first game, and folded
 * away after a game.
 *
 * @param {Phase} phase
 */
export function arrange(phase) {
  part('about').toggleAttribute('open', phase === 'lobby');
}
