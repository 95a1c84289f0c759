/**
 * The line about the players on this device, with a button for each of them who may look at their
 * own tiles.
 *
 * @import {RoomContext} from '../context.js'
 */
import { createButton, html, paint, part } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { list } from '../../lib/text.js';
import { hidesTiles } from './plan.js';
import { seatsOf } from './seats.js';

/**
 * @param {RoomContext} context
 * @param {(seat: number) => void} look called when a player wants to look at their own tiles
 * @returns {() => void} shows the line
 */
export function createBar(context, look) {
  const bar = html('div', { class: 'device-bar', role: 'group' });
  /** The sentence that was announced last. */
  let said = '';

  return () => {
    const { text, name, announce } = context;
    const { known, you, holder } = context.state;
    const game = known?.phase === 'playing' ? known.game : null;
    const here = known && you ? seatsOf(known, you.person) : [];
    bar.hidden = !game || here.length === 0;
    if (!known || !game || bar.hidden) return;
    if (!bar.isConnected) part('players-panel').append(bar);
    const acting = here.find((seat) => seat === game.acting);
    const holding = here.find((seat) => seat === holder);
    const words =
      acting !== undefined
        ? text('guests.turn', { name: name(acting) })
        : holding !== undefined
          ? text('guests.holds', { name: name(holding) })
          : text('guests.all', { names: list(here.map(name)) });
    bar.setAttribute('aria-label', text('guests.bar'));
    // While it is the turn of one of them, only that player looks at their tiles.
    const others = acting === undefined ? here.filter((seat) => seat !== holding) : [];
    paint(
      bar,
      html('p', { key: 'words' }, words),
      others
        .filter((seat) => hidesTiles(game, seat))
        .map((seat) =>
          createButton(
            { key: seat, class: 'quiet', onclick: () => look(seat) },
            glyph(known.seats[seat]?.colour ?? 'white'),
            html('span', {}, text('guests.look', { name: name(seat) })),
          ),
        ),
    );
    if (acting !== undefined && words !== said) announce(words);
    said = words;
  };
}
