/**
 * Draws the icons that can't be SVG: those of notifications, of home screens and of installed apps.
 * Run it with `npm run icons` when `icon.svg` or `icon-turn.svg` has changed. The results are kept
 * with the client.
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { deflateSync, inflateSync } from 'node:zlib';

import { chromium } from '@playwright/test';

import { flags } from './playwright.config.js';

const CLIENT = new URL('../../client/', import.meta.url);

/**
 * @typedef {object} Icon
 * @property {string} from the path of the drawing
 * @property {number} size the size in pixels
 * @property {number} [share] the share of the width that the drawing fills, if not all
 * @property {string} [ground] the background colour; without it the background is transparent
 */

/** @type {Record<string, Icon>} */
const ICONS = {
  'app-192': { from: 'icon.svg', size: 192 },
  'app-512': { from: 'icon.svg', size: 512 },
  // Systems cut these to their own shape, so the important parts are within the inner 80 %.
  'maskable-512': { from: 'icon.svg', size: 512, share: 0.72, ground: '#27484a' },
  'apple-180': { from: 'icon.svg', size: 180, share: 64 / 60, ground: '#27484a' },
  'turn-192': { from: 'icon-turn.svg', size: 192 },
  // Systems show only the shape of this one, in a single colour.
  'badge-96': { from: 'icons/badge.svg', size: 96 },
};

/** @param {Buffer} png */
function chunks(png) {
  /** @type {{kind: string, data: Buffer}[]} */
  const found = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    found.push({ kind, data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return found;
}

/** @param {Buffer} bytes */
function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/**
 * Compresses a picture harder than browsers do.
 *
 * @param {Buffer} png
 */
function smaller(png) {
  const parts = chunks(png);
  const pixels = Buffer.concat(parts.filter(({ kind }) => kind === 'IDAT').map(({ data }) => data));
  const header = parts.find(({ kind }) => kind === 'IHDR')?.data ?? Buffer.alloc(0);
  const whole = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(inflateSync(pixels), { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([png.subarray(0, 8), ...whole]);
}

/**
 * @param {string} kind
 * @param {Buffer} data
 */
function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(checksum(body));
  return Buffer.concat([length, body, sum]);
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: flags,
});
await mkdir(new URL('icons', CLIENT), { recursive: true });
for (const [name, { from, size, share = 1, ground = 'transparent' }] of Object.entries(ICONS)) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const drawing = await readFile(new URL(from, CLIENT), 'utf8');
  await page.setContent(`<style>
    body { margin: 0; block-size: 100vh; display: grid; place-content: center; overflow: hidden; background: ${ground} }
    svg { inline-size: ${100 * share}vw; block-size: ${100 * share}vw; overflow: visible }
  </style>${drawing}`);
  const png = await page.screenshot({ omitBackground: true });
  await writeFile(new URL(`icons/${name}.png`, CLIENT), smaller(png));
  await page.close();
}
await browser.close();
