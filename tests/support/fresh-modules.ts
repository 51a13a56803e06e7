import { readFileSync } from 'node:fs'
import { afterAll, expect, vi } from 'vitest'

/*
 * Test files share their worker and its modules: reading those anew for each file is a third of the time. A file
 * that puts something in the place of a module, a global or a variable gets modules of its own, before and after.
 */

const REPLACES = /\bvi\.(mock|doMock|stubEnv|stubGlobal|resetModules)\b/

if (REPLACES.test(readFileSync(expect.getState().testPath ?? '', 'utf8'))) {
  vi.resetModules()
  afterAll(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
    vi.resetModules()
  })
}

// jsdom lays nothing out: there is nothing to observe.
if (typeof window !== 'undefined')
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
