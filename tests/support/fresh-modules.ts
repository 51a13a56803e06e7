import { readFileSync } from 'node:fs'
import { afterAll, expect, vi } from 'vitest'

/** Milliseconds that a test of components waits for what comes: many share a machine, and what is drawn first is read first. */
const PATIENCE = 30_000

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

if (typeof window !== 'undefined') {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: PATIENCE })
}

// jsdom lays nothing out: there is nothing to observe.
if (typeof window !== 'undefined')
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }

// It has no width to ask about either: the window is a wide one, unless a test says otherwise.
if (typeof window !== 'undefined')
  globalThis.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      ...{ media, matches: false, onchange: null },
      addListener() {},
      removeListener() {},
    })

// Whoever asks for a role asks jsdom what each element looks like, and that tries each rule of each style: of antd's
// there are thousands, and none that a test beside a module reads. Looks are tested in a browser.
if (typeof HTMLStyleElement !== 'undefined')
  Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
    configurable: true,
    set: () => undefined,
  })
