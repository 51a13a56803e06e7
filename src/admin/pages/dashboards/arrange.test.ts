import { expect, test } from 'vitest'
import type { WidgetRecord } from '#contract/dashboards.ts'
import { arranged, moved, reordered, resized, withAdded } from './arrange.ts'
import { newWidget } from './widget-types.ts'

/** Widgets from words like 'a 1,0 2x1'. */
const board = (...words: string[]): WidgetRecord[] =>
  words.map((word) => {
    const [id = '', x, y, width, height] = word.split(/[ ,x]/)
    return {
      ...newWidget('userStats', []),
      id,
      position: { x: Number(x), y: Number(y) },
      size: { width: Number(width), height: Number(height) },
    }
  })
const wordsOf = (widgets: readonly WidgetRecord[] | undefined) =>
  widgets?.map(
    ({ id, position: { x, y }, size: { width, height } }) => `${id} ${x},${y} ${width}x${height}`,
  )

test.each([
  [
    'all at 0,0, as the specification stores them',
    ['a 0,0 1x1', 'b 0,0 1x1', 'c 0,0 1x1'],
    ['a 0,0 1x1', 'b 1,0 1x1', 'c 2,0 1x1'],
  ],
  ['over each other', ['a 0,0 2x1', 'b 1,0 2x1'], ['a 0,0 2x1', 'b 2,0 2x1']],
  ['wider than the grid', ['a 6,0 12x9'], ['a 0,0 4x6']],
  ['outside', ['a 9,-3 2x1', 'b 3,1 1x0'], ['a 2,0 2x1', 'b 3,1 1x1']],
  ['with gaps above', ['a 0,5 1x1', 'b 1,2 1x1'], ['b 1,0 1x1', 'a 0,0 1x1'].sort()],
  ['in reading order', ['b 2,0 1x1', 'a 0,0 1x1'], ['a 0,0 1x1', 'b 2,0 1x1']],
])('widgets %s are shown within the grid', (_, stored, shown) => {
  expect(wordsOf(arranged(board(...stored)))).toEqual(shown)
})

test('valid positions are kept', () => {
  const widgets = board('a 0,0 2x1', 'b 2,0 1x2', 'c 0,1 2x1')
  expect(arranged(widgets)).toEqual(widgets)
})

test('a step swaps with a neighbour, and passes a larger one', () => {
  const two = board('a 0,0 1x1', 'b 1,0 1x1')
  expect(wordsOf(moved(two, 'a', 'right'))).toEqual(['a 1,0 1x1', 'b 1,1 1x1'])
  expect(moved(two, 'a', 'left')).toBeUndefined()
  expect(moved(two, 'a', 'up')).toBeUndefined()
  // Nothing to pass below: it would only fall back.
  expect(moved(two, 'a', 'down')).toBeUndefined()
  const tall = board('a 0,0 1x1', 'b 0,1 1x2')
  expect(wordsOf(moved(tall, 'a', 'down'))).toEqual(['b 0,0 1x2', 'a 0,2 1x1'])
  expect(wordsOf(moved(tall, 'b', 'up'))).toEqual(['b 0,0 1x2', 'a 0,2 1x1'])
})

test('a widget grows within the grid, and others make room', () => {
  const two = board('a 0,0 1x1', 'b 1,0 1x1')
  expect(wordsOf(resized(two, 'a', 'right'))).toEqual(['a 0,0 2x1', 'b 1,1 1x1'])
  expect(wordsOf(resized(two, 'a', 'down'))).toEqual(['a 0,0 1x2', 'b 1,0 1x1'])
  expect(resized(two, 'a', 'left')).toBeUndefined()
  const last = board('a 3,0 1x6')
  expect(resized(last, 'a', 'right')).toBeUndefined()
  expect(resized(last, 'a', 'down')).toBeUndefined()
})

test('in one column widgets swap places, and the grid follows their order', () => {
  const same = board('a 0,0 1x1', 'b 1,0 1x1', 'c 2,0 1x1')
  expect(wordsOf(reordered(same, 'a', 1))).toEqual(['b 0,0 1x1', 'a 1,0 1x1', 'c 2,0 1x1'])
  expect(reordered(same, 'a', -1)).toBeUndefined()
  expect(reordered(same, 'c', 1)).toBeUndefined()
  const wide = board('a 0,0 3x1', 'b 3,0 1x1', 'c 0,1 2x1')
  expect(wordsOf(reordered(wide, 'c', -1))).toEqual(['a 0,0 3x1', 'c 0,1 2x1', 'b 2,1 1x1'])
})

test('a new widget takes the first free cell', () => {
  const one = newWidget('userStats', [])
  const first = withAdded([], one)
  expect(wordsOf(first)).toEqual(['userStats-1 0,0 1x1'])
  const second = withAdded(first, newWidget('userStats', first))
  expect(wordsOf(second)).toEqual(['userStats-1 0,0 1x1', 'userStats-2 1,0 1x1'])
  const row = board('a 0,0 2x1', 'b 3,0 1x1')
  expect(wordsOf(withAdded(row, one))?.at(-1)).toBe('userStats-1 2,0 1x1')
})
