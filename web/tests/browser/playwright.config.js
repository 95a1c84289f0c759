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

export default defineConfig({
  testDir: '.',
  testMatch: '*.test.js',
  outputDir: '../output/failures',
  // A test has up to nine pages of its own: two at a time want four cores.
  workers: availableParallelism() < 4 ? 1 : 2,
  fullyParallel: false,
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
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: flags,
    },
  },
});
