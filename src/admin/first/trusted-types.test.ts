import { expect, test } from 'vitest'
import { rulesFor } from './trusted-types.ts'

const rules = rulesFor('https://waymark.example')

test('style text passes as HTML, markup does not', () => {
  expect(rules.createHTML('.a{color:red}')).toBe('.a{color:red}')
  expect(rules.createHTML('')).toBe('')
  expect(rules.createHTML('<img src=x onerror=alert(1)>')).toBeNull()
})

test('nothing becomes a script, and scripts come from our own origin', () => {
  expect(rules.createScript()).toBeNull()
  expect(rules.createScriptURL('/assets/a.js')).toBe('/assets/a.js')
  expect(rules.createScriptURL('https://evil.example/a.js')).toBeNull()
  expect(rules.createScriptURL('data:text/javascript,alert(1)')).toBeNull()
})
