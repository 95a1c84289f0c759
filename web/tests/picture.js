/**
 * Draws the moving picture of README.md, docs/playing.svg: the game of the front page, from its
 * first tile to its end, again and again. `npm run picture` writes it.
 *
 * @import {Curve} from '../client/games/tsuro/geometry.js'
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { corner, SQUARE } from '../client/games/squares.js';
import { GAME } from '../client/games/tsuro/demo-game.js';
import {
  curve,
  markPoint,
  measure,
  pathOf,
  RIM,
  rimMarks,
  stepCurve,
  stepsOf,
} from '../client/games/tsuro/geometry.js';
import { FACES } from '../client/games/tsuro/tile-paths.js';

/** The seconds from one tile to the next. */
const STEP = 1;
/** The seconds that the end of the game is visible. */
const END = 5;
/** The seconds that a tile takes to appear, and a marker to walk. */
const LANDING = 0.2;
const WALK = 0.6;
/** The seconds that everything takes to disappear before the game begins again. */
const FADE = 0.5;
/** The seats' colours, in the order of the seats. */
const COLOURS = ['red', 'blue', 'yellow', 'green', 'purple', 'orange', 'white', 'black'];

const duration = GAME.changes.length * STEP + END;

/**
 * Returns the value of a custom property in a file of the client, for the light colours.
 *
 * @param {string} file
 * @param {string} name
 */
function token(file, name) {
  const css = readFileSync(new URL(`../client/style/${file}`, import.meta.url), 'utf8');
  const value = new RegExp(`--${name}: (?:var\\(--light, )?([^);]+)`).exec(css)?.[1];
  if (value === undefined) throw new Error(`${file} has no ${name}`);
  return value;
}

/**
 * Returns a time as a share of the whole, for a keyframe.
 *
 * @param {number} seconds
 */
const at = (seconds) => `${((100 * seconds) / duration).toFixed(2)}%`;

/** Returns the picture. */
export function picture() {
  const { edge } = GAME.first;
  const size = edge * SQUARE;
  const gone = at(duration - FADE);
  /** @type {string[]} */
  const styles = [];
  /** @type {string[]} */
  const tiles = [];
  /** @type {string[]} */
  const trails = [];
  const markers = GAME.first.markers.map((marker) => ({ ...marker, path: [...marker.path] }));
  /** @type {{ seconds: number, length: number }[][]} */
  const walks = markers.map(() => []);
  /** @type {(number | undefined)[]} */
  const outs = markers.map(() => undefined);

  GAME.changes.forEach((change, index) => {
    const begin = (index + 0.5) * STEP;
    const landed = begin + LANDING;
    const walked = landed + WALK;
    styles.push(
      `@keyframes t${index}{0%,${at(begin)}{opacity:0}${at(landed)},${gone}{opacity:1}100%{opacity:0}}`,
      `@keyframes w${index}{0%,${at(landed)}{stroke-dashoffset:1;opacity:0}${at(landed + 0.01)}{stroke-dashoffset:1;opacity:1}` +
        `${at(walked)},${gone}{stroke-dashoffset:0;opacity:1}100%{stroke-dashoffset:0;opacity:0}}`,
    );
    for (const { square, tile, rotation } of change.tiles ?? []) {
      const { x, y } = corner(square);
      const lines = (FACES[tile]?.paths ?? []).map(([a = 0, b = 0]) =>
        pathOf([curve((a + 2 * rotation) % 8, (b + 2 * rotation) % 8)]),
      );
      const d = lines.join('');
      tiles.push(
        `<g class="tile" style="animation-name:t${index}" transform="translate(${x} ${y})">` +
          `<rect x="1.5" y="1.5" width="${SQUARE - 3}" height="${SQUARE - 3}" rx="7"/>` +
          `<path class="edge" d="${d}"/><path d="${d}"/></g>`,
      );
    }
    for (const [seat, path] of Object.entries(change.paths ?? {})) {
      const marker = markers[Number(seat)];
      if (marker === undefined) throw new Error(`no marker of seat ${seat}`);
      const before = stepsOf({ ...marker }).length;
      marker.path.push(...path);
      const curves = stepsOf({ ...marker }).map(stepCurve);
      const d = pathOf(curves.slice(before));
      for (const kind of ['outline', COLOURS[Number(seat)]])
        trails.push(
          `<path class="trail ${kind}" style="animation-name:w${index}" pathLength="1" d="${d}"/>`,
        );
      walks[Number(seat)]?.push(
        { seconds: landed, length: lengthOf(curves.slice(0, before)) },
        { seconds: walked, length: lengthOf(curves) },
      );
    }
    for (const [seat, { out }] of Object.entries(change.markers ?? {}))
      if (out) outs[Number(seat)] = walked;
  });

  const pieces = markers.map((marker, seat) => {
    const curves = stepsOf({ ...marker }).map(stepCurve);
    const whole = lengthOf(curves);
    const frames = (walks[seat] ?? []).map(
      ({ seconds, length }) =>
        `${at(seconds)}{offset-distance:${((100 * length) / whole).toFixed(2)}%}`,
    );
    const out = Math.min(outs[seat] ?? duration, duration - FADE);
    styles.push(
      `@keyframes m${seat}{0%{offset-distance:0}${frames.join('')}}`,
      `@keyframes o${seat}{0%,${at(out)}{opacity:1}${at(out + FADE)},100%{opacity:0}}`,
    );
    return (
      `<circle class="marker ${COLOURS[seat]}" r="13" style="offset-path:path('${pathOf(curves)}');` +
      `animation-name:m${seat},o${seat}"/>`
    );
  });

  const marks = rimMarks(edge).map(markPoint);
  const ticks = marks.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="2.5"/>`);
  const colours = COLOURS.map(
    (name) => `.${name}{--seat:${token('tokens.css', `seat-${name}`)}}`,
  ).join('');
  const skin = (/** @type {string} */ name) => token('skins.css', name);
  const rim = RIM + 6;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-rim} ${-rim} ${size + 2 * rim} ${size + 2 * rim}" width="480" height="480" role="img">
<title>A game of Tsuro for eight</title>
<style>
.tile,.trail,.marker{animation:${duration}s linear infinite}
.tile rect{fill:${skin('tile')};stroke:${skin('tile-edge')};stroke-width:1.5}
.tile path,.trail{fill:none;stroke:${skin('path')};stroke-width:8.6}
.tile .edge{stroke:${skin('path-edge')};stroke-width:11.6}
.trail{stroke:var(--seat);stroke-width:10;stroke-dasharray:1 2}
.trail.outline{stroke:${skin('seat-outline')};stroke-width:13.4}
.marker{fill:var(--seat);stroke:${skin('seat-outline')};stroke-width:3;offset-rotate:0deg}
.ticks{fill:${skin('table-ink')};opacity:.5}
${colours}
@media(prefers-reduced-motion:reduce){.tile,.trail,.marker{animation-play-state:paused;animation-delay:-${GAME.best * STEP + 0.5}s}}
${styles.join('\n')}
</style>
<rect x="${-rim}" y="${-rim}" width="${size + 2 * rim}" height="${size + 2 * rim}" rx="24" fill="${skin('table')}"/>
<g class="ticks">${ticks.join('')}</g>
${tiles.join('\n')}
${trails.join('\n')}
${pieces.join('\n')}
</svg>
`;
}

/**
 * Returns the length of consecutive curves.
 *
 * @param {readonly Curve[]} curves
 */
function lengthOf(curves) {
  return curves.reduce((sum, one) => sum + measure(one).length, 0);
}

/** The path of the picture. */
export const PICTURE = new URL('../../docs/playing.svg', import.meta.url);

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PICTURE, picture());
