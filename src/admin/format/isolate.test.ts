import { expect, test } from 'vitest'
import { isolate } from './isolate.ts'

test.each([
  ['Goals', 'Goals'],
  ['goals\u202E', '\u2068goals\u202E\u2069'],
  ['יעדים', '\u2068יעדים\u2069'],
  // Its own end of an isolate would end ours.
  ['a\u2069\u202E', '\u2068a\u202E\u2069'],
])('a name does not change the direction of its sentence: %j', (name, isolated) => {
  expect(isolate(name)).toBe(isolated)
})
