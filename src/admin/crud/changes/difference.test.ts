import fc from 'fast-check'
import { expect, test } from 'vitest'
import { difference, type Piece, shortened } from './difference.ts'

const side = (pieces: readonly Piece[], not: Piece['is']) =>
  pieces.flatMap(({ text, is }) => (is === not ? [] : [text])).join('')

test('REC-03 a difference says which words went and which came', () => {
  expect(difference('Draw a map of the town', 'Draw a better map of town')).toEqual([
    { text: 'Draw a ', is: 'same' },
    { text: 'better ', is: 'now' },
    { text: 'map of', is: 'same' },
    { text: ' the', is: 'was' },
    { text: ' town', is: 'same' },
  ])
  expect(difference('', 'New')).toEqual([{ text: 'New', is: 'now' }])
  expect(difference('same', 'same')).toEqual([{ text: 'same', is: 'same' }])
})

test('REC-03 both texts can be read back from their difference, whatever they are', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', 'a b')).map((all) => all.join(''))
  fc.assert(
    fc.property(text, text, (was, now) => {
      const pieces = difference(was, now)
      expect(side(pieces, 'now')).toBe(was)
      expect(side(pieces, 'was')).toBe(now)
    }),
  )
})

test('REC-03 a sentence written anew is one that went and one that came', () => {
  expect(difference('Ask who is there. Go.', 'Take your time. Go.')).toEqual([
    { text: 'Ask who is there.', is: 'was' },
    { text: 'Take your time.', is: 'now' },
    { text: ' Go.', is: 'same' },
  ])
})

test('REC-03 of a long text what stayed is shown near what changed', () => {
  const long = 'all the same words '.repeat(60)
  const shown = shortened(difference(`${long}old ${long}`, `${long}new ${long}`))
  expect(shown.map(({ is }) => is)).toEqual(['same', 'was', 'now', 'same'])
  expect(shown[0]?.text).toMatch(/^… .*words $/)
  expect(shown[3]?.text).toMatch(/^ all .*…$/)
  expect(shown.map(({ text }) => text).join('').length).toBeLessThan(250)
})

test('REC-03 texts of thousands of other words are compared as a whole', () => {
  const words = Array.from({ length: 20_000 }, (_, at) => `w${at}`)
  const [was, now] = [words.join(' '), words.map((word) => `new-${word}`).join(' ')]
  expect(difference(`Go. ${was} End.`, `Go. ${now} End.`)).toEqual([
    { text: 'Go. ', is: 'same' },
    { text: was, is: 'was' },
    { text: now, is: 'now' },
    { text: ' End.', is: 'same' },
  ])
})
