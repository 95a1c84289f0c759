/**
 * The dialogs for a player on this device: one that adds the player, and one that changes or
 * removes them.
 *
 * @import {Colour, SeatView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { ask, cancelButton } from '../../lib/dialog.js';
import { createButton, html } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { createNameField } from '../../lib/name-field.js';
import { isolate, shownName } from '../../lib/text.js';
import { COLOURS, freeColours } from '../lobby/colours.js';
import { loadGuests } from './parts.js';

/**
 * Asks for the name and the colour of a new player on this device, and adds them.
 *
 * @param {RoomContext} context
 */
export async function askNew(context) {
  const { text, state, issue } = context;
  await loadGuests();
  const free = freeColours(state.view?.seats ?? []);
  const first = COLOURS.find((colour) => free.has(colour)) ?? null;
  const form = createForm(context, { name: '', colour: first, free });
  const answer = await ask(text('guests.add'), (end) => [
    html('p', {}, text('guests.new_body')),
    form.element(end, text('guests.seat'), null),
  ]);
  if (answer === 'save') await issue({ type: 'guest', seat: null, ...form.given() });
}

/**
 * Asks for another name or colour of a player on this device, or for their removal.
 *
 * @param {RoomContext} context
 * @param {SeatView} seat
 * @param {number} number
 */
export async function change(context, seat, number) {
  const { text, state, issue } = context;
  await loadGuests();
  const free = freeColours(state.view?.seats ?? []).add(seat.colour);
  const name = shownName(seat.name).replace(/ \(\d+\)$/, '');
  const form = createForm(context, { name, colour: seat.colour, free });
  const answer = await ask(
    isolate(shownName(seat.name)),
    (end) => [form.element(end, text('name.save'), text('guests.remove'))],
    { translate: 'no' },
  );
  if (answer === 'save') await issue({ type: 'guest', seat: number, ...form.given() });
  if (answer === 'remove') {
    await issue({ type: 'guest', seat: number, name: null, colour: null });
  }
}

/**
 * Creates the form with a name and a colour.
 *
 * @param {RoomContext} context
 * @param {{ name: string, colour: Colour | null, free: Set<Colour> }} values
 */
function createForm({ text }, { name, colour, free }) {
  const field = createNameField(name);
  field.autocomplete = 'off';
  let chosen = colour;
  const choice = (/** @type {Colour} */ one) =>
    html(
      'label',
      { class: 'join-colour', title: text(`colour.${one}`) },
      html('input', {
        type: 'radio',
        name: 'guest-colour',
        value: one,
        checked: one === colour,
        disabled: !free.has(one),
        'aria-label': text(`colour.${one}`),
        onchange: () => {
          chosen = one;
        },
      }),
      glyph(one),
    );
  return {
    given: () => ({ name: field.value.trim(), colour: chosen }),

    /**
     * @param {(answer: string | null) => void} end
     * @param {string} save the label of the button that saves
     * @param {string | null} remove the label of the button that removes the player
     */
    element: (end, save, remove) =>
      html(
        'form',
        {
          class: 'guest-form',
          onsubmit: (/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            if (field.value.trim() !== '') end('save');
          },
        },
        html('label', { for: field.id }, text('guests.name')),
        field,
        html(
          'fieldset',
          {},
          html('legend', {}, text('guests.marker')),
          html('div', { class: 'join-colours' }, COLOURS.map(choice)),
        ),
        html(
          'div',
          { class: 'actions' },
          remove !== null &&
            createButton({ class: 'danger', onclick: () => end('remove') }, remove),
          cancelButton(text, /** @type {(answer: null) => void} */ (end)),
          html('button', { type: 'submit', class: 'primary' }, save),
        ),
      ),
  };
}
