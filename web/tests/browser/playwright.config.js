import { availableParallelism } from 'node:os';

import { defineConfig } from '@playwright/test';

/** The flags of Chromium that prevent connections to any other server than the one under test. */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The extent of the tests, as docs/testing.md describes it. */
const TESTS = process.env['SENDA_TESTS'] ?? 'normal';

export default defineConfig({
  ...(TESTS === 'fast' && { grep: /@fast/ }),
  ...(TESTS !== 'deep' && { grepInvert: /@deep/ }),
  testDir: '.',
  testMatch: '*.test.js',
  outputDir: '../output/failures',
  // Each worker has one browser and one server. With two workers a quarter of two cores would be
  // idle while pages wait for each other.
  workers: Math.min(4, Math.ceil(1.5 * availableParallelism())),
  fullyParallel: true,
  forbidOnly: true,
  // A slow machine may break a test at random. A retried test is still reported as flaky.
  retries: process.env['CI'] ? 2 : 0,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1280, height: 800 },
    actionTimeout: 15_000,
    // On a busy machine, pages of three people that are opened at the same time take over 15 s.
    navigationTimeout: 60_000,
    // Animations take a third of the time, so only the tests that need them enable them.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: flags,
    },
  },
});
