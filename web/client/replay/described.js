/**
 * The words above a replay: the game with its players, its result and its time.
 *
 * @import {Film} from './film.js'
 * @import {Text} from '../lib/text.js'
 */
import { html, paint, write } from '../lib/dom.js';
import { list, shownName } from '../lib/text.js';
import { sayDate } from '../lib/time.js';
import { resultOf } from '../room/after/finish.js';

/**
 * Names the game, its players, its time and its result.
 *
 * @param {Film} film
 * @param {{ title: Element, result: Element, facts: Element }} parts
 * @param {Text} text
 * @returns {string} the title of the page
 */
export function describe(film, parts, text) {
  const players = film.seats(film.end);
  const name = (/** @type {number} */ seat) => shownName(players[seat]?.name ?? '');
  const names = list(players.map((_, seat) => name(seat)));
  const game = text(`game.${film.kind}`);
  write(parts.title, text('film.of', { game, names }));
  const result = resultOf(
    {
      ...{ text, name },
      state: { view: { game: film.position(film.end) }, happenings: film.replay.happenings },
    },
    players,
    null,
  );
  const said = [result?.verdict, result?.why].filter((words) => words);
  paint(
    parts.result,
    said.map((words) => html('span', {}, words)),
  );
  const minutes = Math.max(1, Math.round((film.at(film.end) - film.at(0)) / 60_000));
  write(
    parts.facts,
    text('film.played', { date: sayDate(film.at(0)), count: minutes, moves: film.end }),
  );
  return `${text('film.of', { game, names })} - ${text('senda')}`;
}
