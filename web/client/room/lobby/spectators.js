/**
 * The spectators of a room, and the people who were removed from it.
 *
 * @import {Child} from '../../lib/dom.js'
 * @import {RoomContext} from '../context.js'
 */
import { createButton, html, paint } from '../../lib/dom.js';
import { shownName } from '../../lib/text.js';
import { hostMenu } from './host-menu.js';

/**
 * Returns the number of spectators in words.
 *
 * @param {Pick<RoomContext, 'state' | 'text'>} context
 */
export function sayWatchers({ state, text }) {
  const { watching } = state.presence;
  return watching === 0 ? text('watchers.none') : text('watchers.count', { count: watching });
}

/**
 * Paints the lists of the spectators and, for the host, of the people who were removed.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 */
export function paintWatchers(parent, context) {
  const { state, text } = context;
  const { people, watching } = state.presence;
  const host = state.you?.host === true;
  /** @type {Child[]} */
  const watchers = people.map((person) =>
    html(
      'li',
      { key: `person-${person.person}` },
      html('span', { dir: 'auto', translate: 'no' }, person.name),
      person.person === state.you?.person && html('small', {}, text('seats.you')),
      person.host && html('small', {}, text('seats.host')),
      hostMenu(context, person.person, person.name, !person.host),
    ),
  );
  const barred = host ? (state.view?.barred ?? []) : [];
  paint(
    parent,
    watchers.length > 0 && html('ul', { class: 'people' }, watchers),
    watching > people.length &&
      people.length > 0 &&
      html('p', { class: 'soft' }, text('watchers.more', { count: watching - people.length })),
    barred.length > 0 && html('h3', {}, text('barred.title')),
    barred.length > 0 &&
      html(
        'ul',
        { class: 'people' },
        barred.map((one) =>
          html(
            'li',
            { key: `barred-${one.barred}` },
            html('span', { dir: 'auto', translate: 'no' }, shownName(one.name)),
            createButton(
              { onclick: () => context.issue({ type: 'readmit', barred: one.barred }) },
              text('barred.readmit'),
            ),
          ),
        ),
      ),
  );
}
