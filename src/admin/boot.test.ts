// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FIRST_READS_KEY } from '#admin/http/prefetch.ts'
import { THEME_KEY } from '#admin/ui/theme/shade.ts'
import { TOKEN_KEY } from '#contract/session.ts'

interface Rules {
  createHTML: (text: string) => string | null
  createScript: () => null
  createScriptURL: (url: string) => string | null
}

const [, SCRIPT = ''] =
  /<script>([\s\S]*?)<\/script>/.exec(readFileSync('admin.html', 'utf8')) ?? []
const network = vi.fn<typeof fetch>()

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/admin/users')
  vi.stubGlobal('fetch', network.mockReset().mockResolvedValue(Response.json([])))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  globalThis.prefetched = undefined
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

test('the profile and the first read of this page are prefetched with the token', () => {
  localStorage.setItem(TOKEN_KEY, 'abc')
  const kept = { profile: '/api/v1/profile', '/admin/users': '/api/v1/users', '/admin': '/other' }
  localStorage.setItem(FIRST_READS_KEY, JSON.stringify(kept))
  boot()
  expect(network.mock.calls.map(([address]) => address)).toEqual([
    '/api/v1/profile',
    '/api/v1/users',
  ])
  expect(network.mock.calls[1]?.[1]?.headers).toMatchObject({ Authorization: 'Bearer abc' })
  expect(globalThis.prefetched?.answers.size).toBe(2)
})

test.each([
  ['without a token', null, '{"profile":"/api/v1/profile"}'],
  ['with a token that no header can carry', 'a b', '{"profile":"/api/v1/profile"}'],
  ['when nothing was kept', 'abc', null],
  ['when nonsense was kept', 'abc', 'nonsense'],
])('nothing is prefetched %s', (_, token, kept) => {
  if (token) localStorage.setItem(TOKEN_KEY, token)
  if (kept) localStorage.setItem(FIRST_READS_KEY, kept)
  boot()
  expect(network).not.toHaveBeenCalled()
})
