import { readFileSync } from 'node:fs'
import { afterAll, expect, vi } from 'vitest'

/** Milliseconds that a test of components waits for what comes. */
const PATIENCE = 10_000
/** Runs of one commit try the same cases. A nightly run sets FC_SEED to a new one. */
const SEED = Number(process.env.FC_SEED ?? 20261123)

/*
 * Test files share their worker and its modules: reading those anew for each file is a third of the time. A file
 * that puts something in the place of a module, a global or a variable gets modules of its own, before and after.
 */

const REPLACES = /\bvi\.(mock|doMock|stubEnv|stubGlobal|resetModules)\b/

const text = readFileSync(expect.getState().testPath ?? '', 'utf8')
if (REPLACES.test(text)) {
  vi.resetModules()
  afterAll(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
    vi.resetModules()
  })
}

// It takes 20 ms to import.
if (text.includes("from 'fast-check'")) {
  const { configureGlobal } = await import('fast-check')
  configureGlobal({ seed: SEED })
}

if (typeof window !== 'undefined') {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: PATIENCE })
  const { resetStubs } = await import('./jsdom.ts')
  resetStubs()
}
