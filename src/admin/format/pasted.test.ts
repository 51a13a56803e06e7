import { expect, test } from 'vitest'
import { linesOfText, onOneLine } from './pasted.ts'

test.each([
  ['Set out\nArrive', ['Set out', 'Arrive']],
  ['  Set out \r\n\r\n\tArrive\r\n', ['Set out', 'Arrive']],
  ['- Set out\n* Arrive\n• Rest\n– Go home', ['Set out', 'Arrive', 'Rest', 'Go home']],
  ['1. Set out\n2) Arrive\n(3) Rest\n10. Go home', ['Set out', 'Arrive', 'Rest', 'Go home']],
  ['Step 1: Set out\nstep 2 - Arrive', ['Set out', 'Arrive']],
  ['- [ ] Set out\n- [x] Arrive', ['Set out', 'Arrive']],
  // Numbers and dashes that belong to the text.
  ['3 adverts\n2.5 hours\n-', ['3 adverts', '2.5 hours']],
  ['Read, then rest', ['Read, then rest']],
  ['١. اخرج\n٢. عد', ['١. اخرج', '٢. عد']],
  ['\n \n', []],
])('%j gives %j', (text, lines) => {
  expect(linesOfText(text)).toEqual(lines)
})

test('a text of several lines on one', () => {
  expect(onOneLine(' Set out \r\n\n Arrive\n')).toBe('Set out Arrive')
})
