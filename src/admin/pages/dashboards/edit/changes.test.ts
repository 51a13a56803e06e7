import { expect, test } from 'vitest'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import type { Draft } from '../read-dashboard.ts'
import { changesBetween } from './changes.ts'

const widget = (id: string, x: number, more: Partial<WidgetRecord> = {}): WidgetRecord => ({
  id,
  title: id,
  type: 'userStats',
  size: { width: 1, height: 1 },
  position: { x, y: 0 },
  config: {},
  dataSource: { type: 'api', endpoint: '', refreshInterval: 300 },
  ...more,
})
const [a, b, c] = [widget('A', 0), widget('B', 1), widget('C', 2)]
const draft: Draft = { title: 'Mine', description: '', layout: 'grid', widgets: [a, b, c] }

test('every change between two versions is a sentence that names what it is about', () => {
  expect(changesBetween(draft, draft)).toEqual([])
  const after: Draft = {
    title: 'Theirs',
    description: 'For all',
    layout: 'grid',
    widgets: [
      { ...b, position: { x: 0, y: 0 }, title: 'Bees' },
      { ...c, position: { x: 1, y: 0 }, size: { width: 2, height: 1 } },
      widget('D', 3),
    ],
  }
  expect(changesBetween(draft, after)).toEqual([
    'The title was changed from “Mine” to “Theirs”.',
    'The description is now “For all”.',
    'D was added.',
    'A was removed.',
    'B is called Bees now.',
    'Moved: Bees, C.',
    'Resized: C.',
  ])
  expect(changesBetween(after, { ...after, description: '' })).toEqual([
    'The description was removed.',
  ])
})

test('a list tells the order alone, and a change of the layout no moves', () => {
  const list: Draft = { ...draft, layout: 'list' }
  expect(changesBetween(list, { ...list, widgets: [b, a, c] })).toEqual(['Moved: B, A.'])
  expect(changesBetween(list, { ...list, widgets: [b, c] })).toEqual(['A was removed.'])
  expect(changesBetween(draft, { ...list, widgets: [c, b, a] })).toEqual(['It is a list now.'])
  const slower = { ...a, dataSource: { ...a.dataSource, refreshInterval: 3600 } }
  expect(changesBetween(list, { ...list, widgets: [slower, b, c] })).toEqual([
    'A has other settings now.',
  ])
})
