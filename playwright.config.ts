import { defineConfig } from '@playwright/test'

/** Which tests run: `gate` (npm test), `all` (with the nightly ones) or `looks`. Stress tests need no browser. */
const kind = process.env.TESTS ?? 'gate'
const isGate = kind === 'gate'
const LOOKS = '**/*.looks.spec.ts'

/** Browser tests on the built product: each worker has a server and a database (tests/support/browser.ts). */
export default defineConfig({
  testDir: 'tests',
  testMatch: kind === 'looks' ? LOOKS : '**/*.spec.ts',
  testIgnore: { gate: ['**/*.nightly.spec.ts', LOOKS], all: [LOOKS], looks: [] }[kind] ?? [],
  ...(isGate && { grepInvert: /@nightly/ }),
  outputDir: 'test-results',
  workers: 2,
  maxFailures: isGate ? 10 : 0,
  // A flaky test is printed and counted; scripts/test.mjs says how many are too many.
  retries: isGate ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    // Pictures are compared blurred: letters of another Chromium differ by less than this.
    toHaveScreenshot: {
      maxDiffPixelRatio: 0.001,
      threshold: 0.05,
      caret: 'hide',
      animations: 'disabled',
    },
  },
  snapshotPathTemplate: 'tests/{testFileDir}/looks/{arg}{ext}',
  // scripts/test.mjs counts the JSON report.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: isGate ? 'on-first-retry' : 'off',
    // Movement is tested at night: in the gate dialogs and menus open at once.
    ...(isGate && { contextOptions: { reducedMotion: 'reduce' } }),
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Letters stand at the same place in every Chromium, for the compared looks.
        '--font-render-hinting=none',
        '--disable-lcd-text',
      ],
    },
  },
  projects: [{ name: 'desktop' }],
})
