// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { ListField } from '#model/declaration.ts'
import { errorsByPlace, useEntries } from './use-entries.ts'

afterEach(cleanup)

const list: ListField = {
  kind: 'list',
  path: 'steps',
  label: 'Steps',
  one: 'Step',
  folds: false,
  fields: [{ kind: 'text', path: 'title', label: 'Title' }],
}
const held = { list, blank: { title: '' }, most: 4 }
const steps = (...titles: string[]) => titles.map((title, at) => ({ _id: `s${at}`, title }))

/** The entries of a part that a form holds. */
function open(first: unknown) {
  const { result } = renderHook(() => {
    const [value, setValue] = useState(first)
    const box = useRef<HTMLElement>(null)
    return { value, setValue, ...useEntries({ value, onChange: setValue, ...held, box }) }
  })
  const key = (place: number) => result.current.lines[place]?.key ?? ''
  return {
    key,
    now: () => result.current,
    titles: () => (result.current.value as { title: string }[]).map(({ title }) => title),
    /** The entries do it, and the form is drawn with what came of it. */
    let: (work: (entries: ReturnType<typeof useEntries>['entries']) => void) =>
      act(() => work(result.current.entries)),
  }
}

test('MIS-02 steps are moved by one, and it is announced; the ends stay the ends', () => {
  const list = open(steps('Pack', 'Walk', 'Arrive'))
  list.let((entries) => entries.step(list.key(2), -1))
  expect(list.titles()).toEqual(['Pack', 'Arrive', 'Walk'])
  expect(list.now().announcement).toBe('Step "Arrive" moved to position 2 of 3')
  list.let((entries) => entries.step(list.key(0), -1))
  expect(list.titles()).toEqual(['Pack', 'Arrive', 'Walk'])
  list.let((entries) => entries.drop(list.key(2), list.key(0)))
  expect(list.titles()).toEqual(['Walk', 'Pack', 'Arrive'])
})

test('MIS-02 a stored step that is taken away leaves the value, and comes back with its id', () => {
  const list = open(steps('Pack', 'Walk'))
  const gone = list.key(0)
  list.let((entries) => entries.remove(gone))
  expect(list.now().value).toEqual([{ _id: 's1', title: 'Walk' }])
  expect(list.now().announcement).toBe('Step "Pack" removed. It can be brought back by Undo.')
  list.let((entries) => entries.restore(gone))
  expect(list.now().value).toEqual(steps('Pack', 'Walk'))
  expect(list.now().announcement).toBe('Step "Pack" is back')
})

test('MIS-02 pasted titles fill the step they were pasted into, and make one each behind it', () => {
  const list = open([{ title: '' }, { title: 'Last' }])
  list.let((entries) => entries.spread(list.key(0), ['Walk', 'Rest']))
  expect(list.titles()).toEqual(['Walk', 'Rest', 'Last'])
  expect(list.now().announcement).toBe('2 steps added')
  list.let((entries) => entries.spread(list.key(2), ['Eat']))
  expect(list.titles()).toEqual(['Walk', 'Rest', 'Last', 'Eat'])
})

test('KIT-04 there is room for as many as the schema takes: pasting fills it, and none is added then', () => {
  const entries = open([{ title: '' }, { title: 'Last' }])
  expect(entries.now().entries.room(entries.key(0))).toBe(3)
  expect(entries.now().entries.room(entries.key(1))).toBe(2)
  entries.let((all) => all.spread(entries.key(0), ['Pack', 'Walk', 'Rest']))
  entries.let((all) => all.add())
  expect(entries.titles()).toEqual(['Pack', 'Walk', 'Rest', 'Last'])
})

test('several things in one go are done to what the one before left', () => {
  const list = open(steps('Pack'))
  const [first, { entries }] = [list.key(0), list.now()]
  list.let((same) => {
    same.add()
    same.edit(first, 'title', 'Pack well')
    same.edit(first, 'description', 'All of it')
  })
  expect(list.now().value).toEqual([
    { _id: 's0', title: 'Pack well', description: 'All of it' },
    { title: '' },
  ])
  // Rows are drawn only when they change themselves.
  expect(list.now().entries).toBe(entries)
})

test('another version of the record takes the place of what was held; equal entries keep their keys', () => {
  const list = open(steps('Pack', 'Walk'))
  const walk = list.key(1)
  act(() => list.now().setValue([{ _id: 's1', title: 'Walk' }]))
  expect(list.titles()).toEqual(['Walk'])
  expect(list.now().lines.find(({ key }) => key === walk)?.entry.title).toBe('Walk')
})

test('errors are found by the place of their entry', () => {
  const found = errorsByPlace({ '': 'Too few', '0.title': 'Missing', '2.milestones.1.title': 'No' })
  expect([...found]).toEqual([
    [0, { title: 'Missing' }],
    [2, { 'milestones.1.title': 'No' }],
  ])
})
