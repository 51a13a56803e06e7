import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { devEntry } from './admin-fallback.ts'
import { cure } from './style-nonce.ts'

const require = createRequire(import.meta.url)

test.each([
  'rc-util/es/Dom/dynamicCSS.js',
  'rc-util/lib/Dom/dynamicCSS.js',
  'rc-textarea/es/calculateNodeHeight.js',
])('the cure for %s still fits the installed version', (name) => {
  const file = require.resolve(name)
  const code = readFileSync(file, 'utf8')
  const cured = cure(file, code)
  expect(cured).toMatch(/meta\[property=csp-nonce\]|style\.cssText/)
  expect(cured).not.toBe(code)
})

test('a library that changed fails the build instead of breaking the policy later', () => {
  expect(() => cure('/x/node_modules/rc-util/es/Dom/dynamicCSS.js', 'new code')).toThrow(
    /has changed/,
  )
  expect(cure('/x/node_modules/rc-util/es/warning.js', 'code')).toBeUndefined()
})

test.each([
  ['/admin', '/admin.html'],
  ['/admin/users?currentPage=2', '/admin.html'],
  ['/administrator', '/index.html'],
  ['/', '/index.html'],
  ['/anything/else', '/index.html'],
  ['/favicon.svg', undefined],
  ['/src/admin/main.tsx', undefined],
  ['/api/v1/users', undefined],
])('in development %s is answered with %s', (url, entry) => {
  expect(devEntry(url)).toBe(entry)
})
