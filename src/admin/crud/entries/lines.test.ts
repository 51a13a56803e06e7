import { describe, expect, test } from 'vitest'
import {
  added,
  changed,
  entriesOf,
  type Line,
  linesOf,
  live,
  moved,
  removed,
  restored,
} from './lines.ts'

const steps = (...titles: string[]) => titles.map((title) => ({ title, picture: `of ${title}` }))
const titles = (lines: readonly Line[]) => entriesOf(lines).map(({ title }) => title)
const keys = (lines: readonly Line[]) => lines.map(({ key }) => key)
const keyOf = (lines: readonly Line[], title: string) =>
  lines.find(({ entry }) => entry.title === title)?.key ?? ''

describe('keys of entries', () => {
  test('every entry has one of its own, alike as they may be', () => {
    const lines = linesOf(steps('Walk', 'Walk', 'Walk'), [])
    expect(new Set(keys(lines)).size).toBe(3)
  })

  test('an entry keeps it when it is edited, moved, taken away and brought back', () => {
    const lines = linesOf(steps('a', 'b', 'c'), [])
    const b = keyOf(lines, 'b')
    const edited = changed(lines, b, (entry) => ({ ...entry, title: 'B' }))
    const last = moved(edited, b, 2)
    expect(keyOf(restored(removed(last, b), b), 'B')).toBe(b)
  })

  test('another version from outside keeps the keys of the ids it still has', () => {
    const entry = (_id: string, title: string) => ({ _id, title })
    const before = linesOf([entry('1', 'a'), entry('2', 'b')], [])
    const after = linesOf([entry('2', 'b, theirs'), entry('3', 'c'), entry('1', 'a')], before)
    expect(keyOf(after, 'b, theirs')).toBe(keyOf(before, 'b'))
    expect(keyOf(after, 'a')).toBe(keyOf(before, 'a'))
    expect(keys(before)).not.toContain(keyOf(after, 'c'))
  })

  test('the same objects keep theirs without ids; two with one id share none', () => {
    const value = steps('a', 'b')
    const before = linesOf(value, [])
    expect(keys(linesOf(value.toReversed(), before))).toEqual(keys(before).toReversed())
    const twins = linesOf([{ _id: '1' }, { _id: '1' }], linesOf([{ _id: '1' }], []))
    expect(new Set(keys(twins)).size).toBe(2)
  })

  test.each([undefined, null, 'steps', 7, {}])('WIRE-02 %s is a list without entries', (value) => {
    expect(linesOf(value, [])).toEqual([])
  })
})

describe('what is done with entries', () => {
  const lines = linesOf(steps('a', 'b', 'c', 'd'), [])
  const at = (title: string) => keyOf(lines, title)

  test('an edit leaves all other lines the same objects', () => {
    const after = changed(lines, at('c'), (entry) => ({ ...entry, title: 'C' }))
    expect(after.filter((line, index) => line === lines[index])).toHaveLength(3)
    expect(after[2]?.entry).toEqual({ title: 'C', picture: 'of c' })
  })

  test.each([
    ['a', 3, 'b c d a'],
    ['d', 0, 'd a b c'],
    ['b', 2, 'a c b d'],
    ['c', 1, 'a c b d'],
    ['b', 1, 'a b c d'],
  ])('%s moved to place %i gives %s', (title, place, order) => {
    expect(titles(moved(lines, at(title), place)).join(' ')).toBe(order)
  })

  test('no place before the first or behind the last, and no key that is unknown', () => {
    expect(moved(lines, at('a'), -1)).toBe(lines)
    expect(moved(lines, at('d'), 4)).toBe(lines)
    expect(moved(lines, 'ghost', 0)).toBe(lines)
  })

  test('one taken away does not count for a move, and comes back where it stood', () => {
    const without = removed(lines, at('b'))
    expect(titles(without)).toEqual(['a', 'c', 'd'])
    expect(titles(moved(without, at('d'), 1))).toEqual(['a', 'd', 'c'])
    expect(titles(restored(without, at('b')))).toEqual(['a', 'b', 'c', 'd'])
  })

  test('an entry without any text leaves nothing to bring back', () => {
    const blank = added(lines, [{ title: ' ', missions: [] }])
    expect(removed(blank, blank.at(-1)?.key ?? '')).toEqual(lines)
  })

  test('new ones go behind a key, or to the end', () => {
    expect(titles(added(lines, steps('x', 'y'), at('a')))).toEqual(['a', 'x', 'y', 'b', 'c', 'd'])
    expect(titles(added(lines, steps('x')))).toEqual(['a', 'b', 'c', 'd', 'x'])
    expect(live(added(lines, steps('x'))).at(-1)?.isNew).toBe(true)
  })
})
