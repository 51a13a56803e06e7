import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/**
 * They put something in the place of a module, a global or a variable, and get modules of their own. Among the others
 * each would cost the next file its modules, too.
 */
const REPLACING = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file}`)
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) =>
    /\bvi\.(mock|doMock|stubEnv|stubGlobal|resetModules)\b/.test(readFileSync(file, 'utf8')),
  )
/** How long something that is polled may take to come: vitest's second is for a machine that does nothing else. */
const PATIENT = { poll: { timeout: 30_000 } }
const UNIT = {
  expect: PATIENT,
  // The time is for a busy machine: none of them takes a second on a quiet one.
  testTimeout: 180_000,
  hookTimeout: 120_000,
  isolate: false,
  setupFiles: ['tests/support/fresh-modules.ts'],
}

/** Beside modules: `unit`. The real server on a real PostgreSQL: `server`. Real processes: `runtime`. */
export default defineConfig({
  test: {
    // One more than a small machine has cores: the first files wait for processes, many others for the database.
    maxWorkers: 3,
    projects: [
      { test: { ...UNIT, name: 'unit', include: ['src/**/*.test.{ts,tsx}'], exclude: REPLACING } },
      // What a file before asked for may still be on its way: it would find what this one put in its place, or not.
      { test: { ...UNIT, name: 'replacing', include: REPLACING, isolate: true } },
      {
        // openapi-typescript writes types with the compiler's JavaScript API, which TypeScript 7 has no more.
        resolve: { alias: [{ find: /^typescript$/, replacement: 'typescript-5' }] },
        test: {
          name: 'server',
          expect: PATIENT,
          server: { deps: { inline: ['openapi-typescript'] } },
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/support/cluster.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          isolate: false,
          setupFiles: ['tests/support/fresh-modules.ts'],
        },
      },
      {
        test: {
          name: 'runtime',
          expect: PATIENT,
          include: ['tests/runtime/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
