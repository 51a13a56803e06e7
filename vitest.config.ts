import { defineConfig } from 'vitest/config'

/** Beside modules: `unit`. The real server on a real PostgreSQL: `server`. Real processes: `runtime`. */
export default defineConfig({
  test: {
    // One more than a small machine has cores: the first files wait for processes, many others for the database.
    maxWorkers: 3,
    projects: [
      // The time is for a busy machine: none of them takes a second on a quiet one.
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          isolate: false,
          setupFiles: ['tests/support/fresh-modules.ts'],
        },
      },
      {
        // openapi-typescript writes types with the compiler's JavaScript API, which TypeScript 7 has no more.
        resolve: { alias: [{ find: /^typescript$/, replacement: 'typescript-5' }] },
        test: {
          name: 'server',
          server: { deps: { inline: ['openapi-typescript'] } },
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/support/cluster.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          isolate: false,
          setupFiles: ['tests/support/fresh-modules.ts'],
        },
      },
      {
        test: { name: 'runtime', include: ['tests/runtime/**/*.test.ts'] },
      },
    ],
  },
})
