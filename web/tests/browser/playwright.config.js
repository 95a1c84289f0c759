import { availableParallelism } from 'node:os';

import { defineConfig } from '@playwright/test';

/** Chromium without anything that would talk to others than the server under test. */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How much is tested: docs/testing.md says what that means. */
const TESTS = process.env['SENDA_TESTS'] ?? 'normal';

export default defineConfig({
  ...(TESTS === 'fast' && { grep: /@fast/ }),
  ...(TESTS !== 'deep' && { grepInvert: /@deep/ }),
  testDir: '.',
  testMatch: '*.test.js',
  outputDir: '../output/failures',
  // One browser a worker, and one server. Two workers leave a quarter of two cores idle while pages wait for each other.
  workers: Math.min(4, Math.ceil(1.5 * availableParallelism())),
  fullyParallel: true,
  forbidOnly: true,
  // A machine that others slow down may break one by chance; it is named as flaky all the same.
  retries: process.env['CI'] ? 2 : 0,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1280, height: 800 },
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    // What moves takes a third of the time: who is to see it asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: flags,
    },
  },
});
