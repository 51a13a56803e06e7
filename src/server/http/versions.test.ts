import { expect, test } from 'vitest'
import { expectedVersions } from './versions.ts'

test.each([
  [undefined, undefined],
  ['*', undefined],
  ['"3"', [3]],
  ['3', [3]],
  ['W/"3"', [3]],
  ['"1", "3"', [1, 3]],
  ['"33"', [33]],
  ['', []],
  ['three', []],
])('If-Match %s expects the versions %j', (header, versions) => {
  expect(expectedVersions(header)).toEqual(versions)
})
