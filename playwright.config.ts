import { defineConfig } from '@playwright/test'

/** Browser tests on the built product: one server with a data directory of its own serves them all. */
export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/support/start-product.ts',
  fullyParallel: true,
  // More than a small machine has cores: each waits for the page, the server or a timer half of its time.
  workers: 4,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // A story has many steps, and on a machine with more to do each takes a multiple of its time.
  timeout: 240_000,
  expect: {
    // As long as a machine needs that does twenty other things.
    timeout: 30_000,
    // Compared blurred (looks.spec.ts): what is left of another Chromium's letters is below this.
    toHaveScreenshot: {
      maxDiffPixelRatio: 0.001,
      threshold: 0.05,
      caret: 'hide',
      animations: 'disabled',
    },
  },
  snapshotPathTemplate: 'tests/{testFileDir}/looks/{arg}{ext}',
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // TRACE=1 records what failing tests did; it costs as much time as the tests themselves.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--in-process-gpu',
        // One process draws all pages of a context, with what it compiled for the last.
        '--process-per-site',
        '--renderer-process-limit=1',
        // Pages live for seconds: what is optimised for longer is not earned back. What is compiled once is kept for
        // the next page.
        '--js-flags=--no-opt --no-maglev --no-flush-bytecode --no-isolate-script-cache-ageing',
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
