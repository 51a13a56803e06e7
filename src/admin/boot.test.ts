// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { THEME_KEY } from '#admin/ui/theme/shade.ts'

interface Rules {
  createHTML: (text: string) => string | null
  createScript: () => null
  createScriptURL: (url: string) => string | null
}

const [, SCRIPT = ''] =
  /<script>([\s\S]*?)<\/script>/.exec(readFileSync('admin.html', 'utf8')) ?? []

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Runs the script of admin.html. */
function boot(): void {
  new Function(SCRIPT)()
}

test('the Trusted Types policy lets style text and the tooltip box of charts pass, and refuses other markup, scripts and origins', () => {
  const createPolicy = vi.fn<(name: string, rules: Rules) => void>()
  vi.stubGlobal('trustedTypes', { createPolicy })
  boot()
  const [name, rules] = createPolicy.mock.calls[0] ?? []
  expect(name).toBe('default')
  expect(rules?.createHTML('.a{color:red}')).toBe('.a{color:red}')
  expect(rules?.createHTML('<div class="g2-tooltip"></div>')).not.toBeNull()
  expect(rules?.createHTML('<div class="g2-tooltip"></div><p>')).toBeNull()
  expect(rules?.createHTML('<img src=x onerror=alert(1)>')).toBeNull()
  expect(rules?.createScript()).toBeNull()
  expect(rules?.createScriptURL('/assets/a.js')).toBe('/assets/a.js')
  expect(rules?.createScriptURL('https://evil.example/a.js')).toBeNull()
  expect(rules?.createScriptURL('data:text/javascript,alert(1)')).toBeNull()
})

test.each([
  ['dark', 'dark'],
  ['system', 'light'],
  [null, 'light'],
])('the theme %s is set before the first paint', (kept, shown) => {
  if (kept) localStorage.setItem(THEME_KEY, kept)
  boot()
  expect(document.documentElement.dataset.theme).toBe(shown)
})
