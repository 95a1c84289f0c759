/**
 * The paths of other vendors' browsers as Debian installs them, and the function that terminates
 * them.
 */

import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** @import { ChildProcess } from 'node:child_process' */

/** The time in milliseconds that a program has to exit after SIGTERM. */
const END_MS = 5_000;

export const FIREFOX = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';
export const WEBKIT_DRIVER = process.env['WEBKIT_DRIVER'] ?? '/usr/bin/WebKitWebDriver';

/** Returns the path of the browser that comes with WebKitGTK, in the folder of its version. */
export function miniBrowser() {
  const libraries = '/usr/lib/x86_64-linux-gnu';
  const folders = existsSync(libraries) ? readdirSync(libraries) : [];
  const found = folders
    .filter((folder) => /^webkit2?gtk-/.test(folder))
    .map((folder) => `${libraries}/${folder}/MiniBrowser`)
    .filter((path) => existsSync(path));
  const path = process.env['MINI_BROWSER'] ?? found.at(-1);
  if (path === undefined) throw new Error('there is no MiniBrowser: install webkit2gtk-driver');
  return path;
}

/**
 * Terminates a program that a test has started.
 *
 * @param {ChildProcess} child
 */
export async function endProcess(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([ended, setTimeout(END_MS, undefined, { ref: false })]);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await ended;
}
