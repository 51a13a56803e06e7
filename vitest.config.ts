import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const NIGHTLY = '{src,tests}/**/*.nightly.test.{ts,tsx}'
const STRESS = 'tests/**/*.stress.test.ts'

const BESIDE_MODULES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file}`)
  .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('.nightly.'))
const holding = (text: RegExp) =>
  BESIDE_MODULES.filter((file) => text.test(readFileSync(file, 'utf8')))
/** They replace a module, and get modules of their own: the next file would find the replacement. */
const REPLACING = holding(/\bvi\.(mock|doMock|stubEnv|stubGlobal|resetModules)\b/)
/** Component tests share one worker and import antd once; Vitest starts a new worker for another environment. */
const DOM = holding(/@vitest-environment jsdom/)

const REPORT = process.env.VITEST_JSON_OUTPUT_FILE

/** Milliseconds for a busy machine; on a quiet one no test of the gate takes more than some seconds. */
const LIMITS = {
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  setupFiles: ['tests/support/fresh-modules.ts'],
}
const UNIT = { ...LIMITS, isolate: false }
const SERVER = {
  ...LIMITS,
  server: { deps: { inline: ['openapi-typescript'] } },
  globalSetup: ['tests/support/cluster.ts'],
}
// openapi-typescript uses the compiler's JavaScript API, which TypeScript 7 no longer has.
const resolve = { alias: [{ find: /^typescript$/, replacement: 'typescript-5' }] }

/**
 * Beside modules: `unit`, `dom` and `replacing`. The real server on a real PostgreSQL: `server`. These are the gate;
 * `nightly` runs in `npm run test:all`, `stress` in `npm run test:stress`.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // scripts/test.mjs counts the JSON report.
    reporters: REPORT ? ['default', ['json', { outputFile: REPORT }]] : ['default'],
    projects: [
      {
        test: {
          ...UNIT,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [NIGHTLY, ...REPLACING, ...DOM],
        },
      },
      { test: { ...UNIT, name: 'dom', include: DOM, exclude: REPLACING } },
      { test: { ...UNIT, name: 'replacing', include: REPLACING, isolate: true } },
      {
        resolve,
        test: {
          ...SERVER,
          name: 'server',
          include: ['tests/**/*.test.ts'],
          exclude: [NIGHTLY, STRESS],
          isolate: false,
        },
      },
      { resolve, test: { ...SERVER, name: 'nightly', include: [NIGHTLY], testTimeout: 120_000 } },
      {
        resolve,
        test: {
          ...SERVER,
          name: 'stress',
          include: [STRESS],
          fileParallelism: false,
          testTimeout: 180_000,
        },
      },
    ],
  },
})
