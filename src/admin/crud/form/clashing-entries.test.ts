import { expect, test } from 'vitest'
import { toDraft } from '#admin/providers/adapters/draft.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { clashingEntries } from './clashing-entries.ts'

const missions = registry.find(({ page }) => page === 'missions') as Resource
const row = (...titles: string[]): Row => ({
  ...missions.sample,
  _id: '1',
  id: '1',
  version: 1,
  steps: titles.map((title, at) => ({ _id: `s${at}`, title, order: at })),
})

test('FORM-03 the steps that two admins changed are known by their ids, wherever they stand', () => {
  const base = row('Pack', 'Walk', 'Rest')
  const mine = row('Pack well', 'Walk on', 'Rest')
  const [pack, walk, rest] = mine.steps as object[]
  const change = { ...toDraft(missions, 'edit', mine), steps: [walk, pack, rest] }
  const clash = (theirs: Row) => clashingEntries(missions, { base, theirs, change })
  expect(clash(row('Pack light', 'Walk', 'Rest a while'))).toEqual({ steps: [1] })
  // The same on both sides, and one that was taken away there.
  expect(clash(row('Pack well'))).toEqual({ steps: [0] })
  expect(clash(base)).toEqual({})
  expect(clashingEntries(missions, undefined)).toEqual({})
})
