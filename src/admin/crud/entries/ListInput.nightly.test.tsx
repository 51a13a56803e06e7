// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  choose,
  line,
  openWorkshop as open,
  press,
  waitLong,
} from '../../../../tests/support/workshop-form.tsx'

afterEach(cleanup)

test('KIT-04 entries are moved, taken away and brought back; their number ends at the schema’s', async () => {
  const session = (_id: string, title: string) => ({
    _id,
    title,
    minutes: 10,
    colour: `of ${title}`,
  })
  const { sent } = await open({
    _id: 'w',
    id: 'w',
    version: 1,
    title: 'Lab',
    sessions: [session('a', 'Meet'), session('b', 'Work'), session('c', 'Part')],
  })
  // Folded, but for the first.
  expect(line(/^Session 2\s*Work\s*0 talks$/)).toBeTruthy()
  expect(screen.getByText('There is room for 3 sessions.')).toBeTruthy()
  await press('Add session')
  expect(screen.queryByRole('group', { name: 'Session 4' })).toBeNull()
  await choose('session 1', 'Duplicate')
  expect(screen.queryByRole('group', { name: 'Session 4' })).toBeNull()

  await choose('session 3', 'Move up')
  expect(screen.getByText('Session "Part" moved to position 2 of 3')).toBeTruthy()
  await choose('session 1', 'Remove')
  await press('Undo: Session "Meet" removed')
  await choose('session 3', 'Remove')
  expect(screen.queryByText('There is room for 3 sessions.')).toBeNull()
  // There is room for one more, and one that is not saved yet leaves nothing to bring back.
  await press('Add session')
  await choose('session 3', 'Remove')
  expect(screen.queryAllByRole('button', { name: /^Undo/ })).toHaveLength(1)
  await press('Update')
  await waitLong(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.values?.sessions).toEqual([
    { ...session('a', 'Meet'), order: 0 },
    { ...session('c', 'Part'), order: 1 },
  ])
})

test('an entry moves by its menu, which keeps the focus; a copy is new and has the focus', async () => {
  const { sent } = await open({
    _id: 'w',
    id: 'w',
    version: 1,
    title: 'Lab',
    sessions: [
      { _id: 'a', title: 'Meet', minutes: 10 },
      { _id: 'b', title: 'Work', minutes: 20, talks: [{ _id: 't', title: 'Hello', slides: [] }] },
    ],
  })
  await choose('session 2', 'Move up')
  expect(screen.getByText('Session "Work" moved to position 1 of 2')).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('More for session 1')
  await choose('session 1', 'Duplicate')
  expect(document.activeElement).toBe(screen.getByLabelText('Session 2 title'))
  await press('Expand all')
  expect(screen.getByLabelText<HTMLInputElement>('Session 3 title').value).toBe('Meet')
  await press('Fold all')
  expect(screen.queryByLabelText('Session 1 title')).toBeNull()
  await press('Update')
  await waitLong(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.values?.sessions).toMatchObject([
    { _id: 'b', title: 'Work', order: 0 },
    { title: 'Work', minutes: 20, talks: [{ title: 'Hello' }], order: 1 },
    { _id: 'a', title: 'Meet', order: 2 },
  ])
  expect(JSON.stringify(sent[0]?.values).match(/"_id":"[bt]"/g)).toHaveLength(2)
})
