/**
 * The page that checks a finished game, either of a room or from a file.
 *
 * @import {Finding, GameFile} from '../protocol.js'
 * @import {Check} from './check.js'
 * @import {Pictures} from './pictures.js'
 * @import {Seen} from './witness.js'
 */
import { ABOUT } from '../games/index.js';
import { watchAppearance } from '../lib/appearance-dialog.js';
import { html, paint, part, write } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { icon } from '../lib/icons.js';
import { watchLanguage } from '../lib/language-switch.js';
import { knowName } from '../lib/names.js';
import { PROBLEMS, sayError } from '../lib/problem.js';
import { Refused, request } from '../lib/session.js';
import { fillText, list, loadText } from '../lib/text.js';
import { checkGame, otherThanNoted } from './check.js';
import { otherThanSeen } from './comparison.js';
import { picturesOf } from './pictures.js';
import { MOST_BYTES, readGame, Unreadable } from './read.js';
import { paintMadeOf, shuffleItem } from './shuffles.js';
import { Witness } from './witness.js';

/** The signs before the verdicts. The open verdict makes no statement about the game. */
const SIGNS = /** @type {const} */ ({ honest: 'check', wrong: 'close', open: 'info' });
/** The command that checks a downloaded game. */
const COMMAND = 'senda verify game.json';
/** The maximum number of findings that are listed. The rest are only counted. */
const TOLD = 12;

const text = await loadText(PROBLEMS, 'check/text/*.json', ...ABOUT);
fillText(document, text);
document.title = text('title.check');
watchAppearance(text);
watchLanguage();

/** The number of requests to show a game, so that a slow answer does not replace a later one. */
let asked = 0;

/**
 * @param {string} reason
 */
function refuse(reason) {
  part('shuffles').hidden = true;
  part('made-of').hidden = true;
  showVerdict('wrong', text('check.unreadable'), [html('p', {}, reason)]);
}

/**
 * @param {keyof typeof SIGNS} kind
 * @param {string} title
 * @param {HTMLElement[]} rest
 */
function showVerdict(kind, title, rest) {
  const verdict = part('verdict');
  verdict.className = `panel verdict ${kind}`;
  verdict.hidden = false;
  paint(verdict, html('span', { class: 'sign' }, icon(SIGNS[kind])), html('h2', {}, title), rest);
}

/**
 * @param {string} json
 * @param {Seen | null} seen
 */
async function show(json, seen) {
  asked += 1;
  const turn = asked;
  try {
    const file = readGame(json);
    if (!crypto.subtle) {
      paintUncheckable(file, seen);
      return;
    }
    const [check, pictures] = await Promise.all([
      checkGame(file, seen ?? {}),
      // Without the pictures the cards are shown as numbers, because the check itself matters more.
      picturesOf(file.options.game, text).catch(() => null),
    ]);
    if (turn !== asked) return;
    paintCheck(file, check, seen, pictures);
  } catch (error) {
    if (turn !== asked) return;
    if (!(error instanceof Unreadable)) throw error;
    refuse(text(`check.unreadable.${error.code}`, { detail: error.detail }));
  }
}

/**
 * @param {GameFile} file
 * @param {Check} check
 * @param {Seen | null} seen
 * @param {Pictures | null} pictures
 */
function paintCheck(file, check, seen, pictures) {
  const name = nameIn(file);
  const sentences = check.findings.map((finding) => sayFinding(finding, name));
  const other = seen && otherThanSeen(file, seen.events);
  if (other) sentences.unshift(text('check.finding.seen', { step: other.step }));
  if (sentences.length === 0) {
    const shuffles = check.shuffles.length;
    showVerdict('honest', text('check.honest'), [
      html('p', {}, sayGame(file)),
      html('p', {}, text('check.honest_body', { count: shuffles, draws: check.draws })),
      html(
        'p',
        {},
        seen
          ? text(seen.nonce === undefined ? 'check.noted' : 'check.noted_nonce')
          : text('check.not_noted'),
      ),
    ]);
  } else {
    showWrong(file, sentences);
  }
  paintShuffles(check, name, pictures);
  paintMadeOf(text, file, seen, name);
}

/**
 * Shows a game that can't be checked because SHA-256 is missing. The comparison with the data of
 * this browser still works.
 *
 * @param {GameFile} file
 * @param {Seen | null} seen
 */
function paintUncheckable(file, seen) {
  const name = nameIn(file);
  const sentences = otherThanNoted(file, seen ?? {}).map((finding) => sayFinding(finding, name));
  const other = seen && otherThanSeen(file, seen.events);
  if (other) sentences.unshift(text('check.finding.seen', { step: other.step }));
  if (sentences.length > 0) {
    showWrong(file, [...sentences, text('check.insecure_wrong')]);
  } else {
    showVerdict('open', text('check.insecure'), [
      html('p', {}, sayGame(file)),
      html('p', {}, text('check.insecure_body')),
      html('p', {}, html('code', {}, COMMAND)),
      ...(seen ? [html('p', {}, text('check.insecure_seen'))] : []),
    ]);
  }
  part('shuffles').hidden = true;
  paintMadeOf(text, file, seen, name);
}

/**
 * @param {GameFile} file
 * @param {string[]} sentences the findings
 */
function showWrong(file, sentences) {
  const told = sentences.slice(0, TOLD).map((sentence) => html('li', {}, sentence));
  const more = sentences.length - told.length;
  if (more > 0) told.push(html('li', {}, text('check.more', { count: more })));
  showVerdict('wrong', text('check.wrong'), [html('p', {}, sayGame(file)), html('ul', {}, told)]);
}

/**
 * @param {GameFile} file
 * @returns {(seat: number) => string}
 */
const nameIn = (file) => (seat) =>
  file.seats[seat]?.name ?? text('seats.number', { number: seat + 1 });

/** @param {GameFile} file */
function sayGame(file) {
  for (const seat of file.seats) knowName(seat.name);
  const players = list(file.seats.map((seat) => seat.name));
  return text('check.game', {
    game: text(`game.${file.options.game}`),
    round: file.round,
    players,
  });
}

/**
 * @param {Finding} finding
 * @param {(seat: number) => string} name
 */
function sayFinding(finding, name) {
  const tile = (/** @type {number | null} */ number) =>
    number === null ? text('check.no_tile') : text('check.tile', { tile: number });
  const say = (/** @type {Record<string, string | number>} */ values) =>
    text(`check.finding.${finding.type}`, values);
  switch (finding.type) {
    case 'commitment':
      return say({});
    case 'other_commitment':
    case 'nonce':
      return say({ noted: finding.noted });
    case 'number':
      return say({ step: finding.step, expected: finding.expected, found: finding.found });
    case 'pick':
      return say({
        number: finding.number,
        expected: finding.expected ?? '-',
        found: finding.found,
      });
    case 'items':
    case 'unused':
      return say({ number: finding.number });
    case 'tile':
      return say({
        number: finding.number,
        place: finding.position + 1,
        expected: tile(finding.expected),
        found: tile(finding.found),
      });
    case 'draw':
      return say({
        step: finding.step,
        name: name(finding.seat),
        expected: tile(finding.expected),
        found: tile(finding.found),
      });
    case 'place':
      return say({
        step: finding.step,
        place: finding.place,
        expected: tile(finding.expected),
        found: tile(finding.found),
      });
    case 'turn':
      return say({
        step: finding.step,
        place: finding.place,
        expected: finding.expected ?? '-',
        found: finding.found,
      });
    case 'hand':
      return say({ step: finding.step, name: name(finding.seat), tile: tile(finding.tile) });
    case 'unshuffled':
    case 'took_back':
      return say({ step: finding.step });
    default:
      return /** @type {never} */ (finding);
  }
}

/**
 * @param {Check} check
 * @param {(seat: number) => string} name
 * @param {Pictures | null} pictures
 */
function paintShuffles({ shuffles }, name, pictures) {
  const section = part('shuffles');
  section.hidden = shuffles.length === 0;
  const painted = shuffles.map((shuffled) => shuffleItem(text, shuffled, name, pictures));
  paint(
    section,
    html('h2', { id: 'shuffles-title' }, text('check.shuffles')),
    pictures?.drawings(),
    painted,
  );
}

/**
 * @param {string} room
 * @param {number} round
 */
function showRoomsGame(room, round) {
  const back = part('back');
  back.setAttribute('href', prefixed(`/r/${encodeURIComponent(room)}`));
  back.hidden = false;
  const path = `/api/rooms/${encodeURIComponent(room)}/games/${round}`;
  const witness = new Witness(() => localStorage, room, Date.now);
  return showGame({ file: path, notation: `${path}/notation` }, witness.of(round));
}

/**
 * Shows the game of a replay. This browser knows nothing about its room.
 *
 * @param {string} id
 */
function showReplaysGame(id) {
  const back = part('back');
  back.setAttribute('href', prefixed(`/g/${encodeURIComponent(id)}`));
  write(back, text('check.replay'));
  back.hidden = false;
  const path = `/api/games/${encodeURIComponent(id)}`;
  return showGame({ file: `${path}/file`, notation: `${path}/notation` }, null);
}

/**
 * @param {{ file: string, notation: string }} paths
 * @param {Seen | null} seen
 */
async function showGame({ file: path, notation }, seen) {
  try {
    const file = await request('GET', path);
    paint(
      part('keep'),
      html('a', { class: 'button', href: prefixed(path), download: '' }, text('check.download')),
      html('a', { class: 'button', href: prefixed(notation) }, text('check.notation')),
    );
    await show(JSON.stringify(file), seen);
  } catch (error) {
    if (!(error instanceof Refused || error instanceof TypeError)) throw error;
    refuse(sayError(error, text));
  }
}

/** @type {HTMLInputElement} */
const chooser = part('file');
chooser.addEventListener('change', async () => {
  const file = chooser.files?.[0];
  if (!file) return;
  // The download links belong to the game of the room, not to an opened file.
  paint(part('keep'));
  if (file.size > MOST_BYTES) refuse(text('check.unreadable.too_large', { detail: '' }));
  else await show(await file.text(), null);
});

const [, room, round] = /\/r\/([^/]+)\/games\/([^/]+)$/.exec(location.pathname) ?? [];
if (room !== undefined && round !== undefined) {
  await showRoomsGame(decodeURIComponent(room), Number(round));
}
const [, game] = /\/g\/([^/]+)\/check$/.exec(location.pathname) ?? [];
if (game !== undefined) await showReplaysGame(decodeURIComponent(game));
