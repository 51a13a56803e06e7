import { describe, expect, test } from 'vitest'
import type { Row } from '#model/declaration.ts'
import { inPlace } from './since.ts'

const row = (id: string, name = id): Row => ({ _id: id, id, name })
const shown = [row('a'), row('b'), row('c')]
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).join('')

describe('FORM-02 a list that is read by itself on return', () => {
  test('holds what is by now, in the order that was read', () => {
    const { rows, since } = inPlace(shown, [row('c'), row('b', 'B'), row('a')])
    expect(rows).toEqual([row('a'), row('b', 'B'), row('c')])
    expect(since).toEqual({ changed: new Set(['b']), gone: new Set(), news: 0 })
  })

  test('keeps the place of what is gone, and shows nothing new by itself', () => {
    const { rows, since } = inPlace(shown, [row('x'), row('a'), row('c'), row('y')])
    expect(ids(rows)).toBe('abc')
    expect(since).toEqual({ changed: new Set(), gone: new Set(['b']), news: 2 })
  })

  test('that is as it was is marked nowhere', () => {
    expect(inPlace(shown, structuredClone(shown)).since).toEqual({
      changed: new Set(),
      gone: new Set(),
      news: 0,
    })
  })
})
