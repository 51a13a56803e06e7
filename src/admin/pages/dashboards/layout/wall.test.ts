import { expect, test } from 'vitest'
import { newWidget } from '../widget-types.ts'
import { spread } from './wall.ts'

const cells = (...words: string[]) =>
  words.map((word) => {
    const [x, y, width, height] = word.split(/[ ,x]/).map(Number)
    return {
      ...newWidget('userStats', []),
      position: { x: x ?? 0, y: y ?? 0 },
      size: { width: width ?? 1, height: height ?? 1 },
    }
  })
const shown = (layout: 'grid' | 'list', ...words: string[]) =>
  spread(layout, cells(...words)).places.map(
    ({ x, y, width, height }) => `${x},${y} ${width}x${height}`,
  )

test('DASH-04 on a wall a band of rows is as wide as the screen, whatever it holds', () => {
  expect(shown('grid', '0,0 1x1')).toEqual(['0,0 12x1'])
  expect(shown('grid', '0,0 4x1', '0,1 1x1', '1,1 1x1')).toEqual(['0,0 12x1', '0,1 6x1', '6,1 6x1'])
  // A widget of two rows holds them together.
  expect(shown('grid', '0,0 2x2', '2,0 2x1', '2,1 1x1', '0,2 2x1', '2,2 1x1')).toEqual([
    '0,0 6x2',
    '6,0 6x1',
    '6,1 3x1',
    '0,2 8x1',
    '8,2 4x1',
  ])
})

test('DASH-04 on a wall a list stands in rows, and a long one in two columns', () => {
  expect(shown('list', '0,0 1x1', '1,0 2x2')).toEqual(['0,0 12x1', '0,1 12x1'])
  const five = ['0,0 1x1', '1,0 1x1', '2,0 1x1', '3,0 1x1', '0,1 1x1']
  expect(shown('list', ...five)).toEqual(['0,0 6x1', '6,0 6x1', '0,1 6x1', '6,1 6x1', '0,2 12x1'])
  expect(spread('list', cells(...five)).rows).toBe(3)
})
