import { expect, test } from 'vitest'
import { pastedList } from './pasted-list.ts'

test.each([
  ['lines', 'Reading\nWriting\r\n\nArithmetic', 'Reading, Writing, Arithmetic'],
  ['cells of a table', 'Go\tRust', 'Go, Rust'],
  ['semicolons', 'Go; Rust;', 'Go, Rust'],
  ['bullets', '• Go\n• C++ • Rust', 'Go, C++, Rust'],
  ['marked lines', '- Go\n* Rust\n3. C\n4) F# – really', 'Go, Rust, C, F# – really'],
])('%s become a comma-separated list', (_, text, list) => {
  expect(pastedList(text)).toBe(list)
})

test('a text without them is no list, nor is one with a last line break only', () => {
  expect(pastedList('Go, Rust - and C')).toBeUndefined()
  expect(pastedList('Go\n')).toBeUndefined()
})
