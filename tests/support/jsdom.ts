/*
 * What a browser has and jsdom lacks, for tests of components. Test files share a worker, its window and its modules,
 * and modules keep what they got: so there is one stub of each for all files, and a file sets only what it answers.
 * The set-up file calls `resetStubs` before each file.
 */

/** A phone, where tables become cards; between the two; or a desktop, where panes stand side by side. */
type Width = 'phone' | 'medium' | 'wide'
const MATCHING = { phone: 'max-width', medium: undefined, wide: 'min-width' }

interface State {
  styleOf: typeof getComputedStyle
  width: Width
}

/** On the global object, because a file that resets its modules has a second copy of this one. */
const KEY = '__waymarkStubs'
const globals = globalThis as typeof globalThis & { [KEY]?: State }

/** Puts every stub in place, with its default: a window of medium width, in light colours, without a network. */
export function resetStubs(): void {
  if (!globals[KEY]) install()
  setWindow('medium')
  localStorage.clear()
  sessionStorage.clear()
  // Every element has the body's style: for each element that a role is looked for in, jsdom tries each rule of each
  // sheet. What a style hides is there for a test; `hidden` and aria-hidden are not affected.
  const plain = stateNow().styleOf(document.body)
  globalThis.getComputedStyle = () => plain
  globalThis.fetch = () => Promise.reject(new TypeError('No network'))
}

/** Sets the window's width, also for media queries that the console holds already. No listener is called. */
export function setWindow(width: Width): void {
  stateNow().width = width
}

function stateNow(): State {
  const state = globals[KEY]
  if (!state) throw new Error('The stubs are not installed: this file has no jsdom.')
  return state
}

function install(): void {
  globals[KEY] = { styleOf: globalThis.getComputedStyle, width: 'medium' }
  globalThis.matchMedia = (media) => ({
    media,
    get matches() {
      const word = MATCHING[stateNow().width]
      return word !== undefined && media.includes(word)
    },
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => true,
  })
  // jsdom lays nothing out: there is nothing to observe, and nothing to scroll.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  globalThis.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
  // Node's requests have no page that an address could be relative to.
  const NodeRequest = globalThis.Request
  globalThis.Request = class extends NodeRequest {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, location.href) : input, init)
    }
  }
  // jsdom knows dialogs, and not how they are shown.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function hide() {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
  // antd has thousands of rules, which jsdom would parse.
  Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
    configurable: true,
    set: () => undefined,
  })
}
