import { expect, test } from 'vitest'
import { matches } from './wire.ts'

test.each([
  [undefined, true],
  ['*', true],
  ['"3"', true],
  ['3', true],
  ['W/"3"', true],
  ['"1", "3"', true],
  ['"2"', false],
  ['"33"', false],
  ['', false],
  ['three', false],
])('If-Match %s on version 3: %s', (header, passes) => {
  expect(matches(header, 3)).toBe(passes)
})
