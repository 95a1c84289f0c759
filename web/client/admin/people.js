/**
 * The search for people, and the bans.
 *
 * @import {Desk} from './desk.js'
 */
import { ask, confirm } from '../lib/dialog.js';
import { createButton, html, paint, part, write } from '../lib/dom.js';
import { ban, facts, openButton, row, unban } from './desk.js';
import { operate } from './operator-api.js';
import { sayMoment, sayNumber } from './words.js';

/**
 * @typedef {{id: string, name: string, since: number, seen: number | null, rooms: number, banned: boolean}} Person
 * @typedef {{subject: string, reason: string, since: number, until: number | null}} Ban
 */

/** @param {Desk} desk */
export function createPeople(desk) {
  const { text, attempt, report } = desk;
  const find = /** @type {HTMLInputElement} */ (part('people-find'));

  async function search() {
    const wanted = find.value.trim();
    if (wanted === '') return;
    /** @type {{people: Person[]}} */
    const { people } = await operate('GET', `people?find=${encodeURIComponent(wanted)}`);
    paint(part('people'), people.map(item));
    write(part('people-note'), people.length > 0 ? '' : text('admin.no_people'));
  }

  /** @param {Person} person */
  const item = (person) =>
    row(
      person.id,
      person.name,
      person.seen === null ? person.id : text('admin.seen', { time: sayMoment(person.seen) }),
      person.banned && html('span', { class: 'tag' }, text('admin.is_banned')),
      openButton(text, person.name, () => void attempt(() => open(person))),
    );

  /** @param {Person} person */
  async function open(person) {
    const action = await ask(
      person.name,
      (end) => [
        facts('facts', [
          [text('admin.id'), person.id],
          [text('admin.since'), sayMoment(person.since)],
          [
            text('admin.last_seen'),
            person.seen === null ? text('admin.unknown') : sayMoment(person.seen),
          ],
          [text('admin.rooms'), sayNumber(person.rooms)],
        ]),
        html(
          'div',
          { class: 'choices' },
          createButton(
            { onclick: () => end(person.banned ? 'unban' : 'ban') },
            text(person.banned ? 'admin.unban' : 'admin.ban'),
          ),
          createButton({ class: 'danger', onclick: () => end('forget') }, text('admin.forget')),
        ),
      ],
      { close: text('close'), translate: 'no' },
    );
    const { id, name } = person;
    if (action === null) return;
    if (action === 'ban' && !(await ban(desk, id, name))) return;
    if (action === 'unban') await unban(id);
    if (action === 'forget') {
      if (!(await confirm(text, 'forget_person', { name }))) return;
      await operate('DELETE', `people/${id}`);
      report(text('admin.forgotten', { name }));
      part('people-title').focus();
    }
    await Promise.all([search(), showBans()]);
  }

  async function showBans() {
    /** @type {{bans: Ban[]}} */
    const { bans } = await operate('GET', 'bans');
    paint(part('bans'), bans.map(banItem));
    write(part('bans-note'), bans.length > 0 ? '' : text('admin.no_bans'));
  }

  /** @param {Ban} ban */
  const banItem = ({ subject, reason, until }) =>
    row(
      subject,
      subject,
      [
        until === null
          ? text('admin.without_end')
          : text('admin.until', { time: sayMoment(until) }),
        reason,
      ]
        .filter((words) => words !== '')
        .join(' · '),
      createButton(
        {
          'aria-label': text('admin.unban_named', { name: subject }),
          onclick: () =>
            attempt(async () => {
              await unban(subject);
              part('bans-title').focus();
              await Promise.all([search(), showBans()]);
            }),
        },
        text('admin.unban'),
      ),
    );

  part('people-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(search);
  });
  part('ban-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (part('ban-network'));
    const subject = field.value.trim();
    void attempt(async () => {
      if (!(await ban(desk, subject, subject))) return;
      field.value = '';
      await showBans();
    });
  });
  return { show: showBans };
}
