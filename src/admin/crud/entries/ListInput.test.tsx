// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { HttpError } from '#admin/http/http.ts'
import { completeRegistry } from '#model/complete.ts'
import { defineResource, type Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { ordered, requiredText, text, textList } from '#model/schema.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { FormModal } from '../form/FormModal.tsx'

vi.hoisted(() => {
  const query = { matches: false, addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', () => query)
})
beforeAll(() => {
  // jsdom reads all style sheets anew for each element that is asked about: that would be most of the time.
  const plain = window.getComputedStyle(document.body)
  vi.stubGlobal('getComputedStyle', () => plain)
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(cleanup)

/** Lists three deep, with fields of several kinds and no text to be called by in one of them. */
const [workshops] = completeRegistry([
  defineResource({
    name: 'workshops',
    label: ['Workshop', 'Workshops'],
    recordName: 'title',
    create: z.object({
      title: requiredText(),
      sessions: ordered(
        {
          title: requiredText(),
          minutes: z.int().min(5),
          level: z.enum(['easy', 'hard']).default('easy'),
          tags: textList(),
          isOnline: z.boolean().default(false),
          talks: ordered({
            title: requiredText(),
            slides: ordered({ seconds: z.int().min(1), note: text().optional() }).default(() => []),
          }).default(() => []),
        },
        3,
      ).min(1),
    }),
    sample: { title: 'Lab', sessions: [{ title: 'Warm up', minutes: 30 }] },
    columns: (c) => [c.text('title', 'Title')],
    fields: (f) => [
      f.text('title', 'Title'),
      f.list('sessions', 'Sessions', (f) => [
        f.text('title', 'Title'),
        f.number('minutes', 'Minutes', { half: true, hint: 'Breaks count' }),
        f.select('level', 'Level', { half: true }),
        f.commaList('tags', 'Tags'),
        f.boolean('isOnline', 'Online'),
        f.list(
          'talks',
          'Talks',
          (f) => [
            f.text('title', 'Talk {number} Title'),
            f.list('slides', 'Slides', (f) => [
              f.number('seconds', 'Seconds'),
              f.textArea('note', 'Note'),
            ]),
          ],
          { none: 'Nobody talks in this session.' },
        ),
      ]),
    ],
  }),
]) as [Resource]

async function open(row?: Row) {
  const backend = memoryBackend(...(row ? [row] : []))
  const { wrapper, told } = refineAround(backend.provider)
  const target = row ? { mode: 'edit' as const, id: row.id } : { mode: 'create' as const }
  const nothing = () => undefined
  render(
    <FormModal resource={workshops} target={target} onCreated={nothing} onClosed={nothing} />,
    { wrapper },
  )
  await screen.findByText('Add session', {}, { timeout: 30_000 })
  return { ...backend, told }
}

/** The machine may be busy with others. */
const waitLong = (look: () => void) => vi.waitFor(look, { timeout: 30_000 })
// Typing letter by letter is what drives in a browser take: here the value is what matters.
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
/** Presses an item of an entry's menu. */
const choose = (entry: string, item: string) =>
  userEvent.click(
    within(screen.getByRole('menu', { name: `More for ${entry}` })).getByRole('menuitem', {
      name: item,
    }),
  )
const line = (name: RegExp) => screen.getByRole('button', { name, expanded: false })
const describedBy = (name: string) =>
  (screen.getByLabelText(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

test('KIT-04 entries of any fields, three lists deep, are filled, checked at their fields, and sent', async () => {
  const { sent, next } = await open()
  expect(screen.getByText('No sessions yet.')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Lab' } })
  await press('Add session')
  expect(document.activeElement).toBe(screen.getByLabelText('Session 1 title'))
  expect(screen.getByLabelText<HTMLSelectElement>('Session 1 level').value).toBe('easy')
  expect(screen.getByText('Nobody talks in this session.')).toBeTruthy()
  type('Session 1 title', 'Warm up')
  type('Session 1 minutes', '2')
  type('Session 1 level', 'hard')
  type('Session 1 tags', 'calm, slow,')
  type('Session 1 online', 'true')
  await press('Add talk')
  type('Talk 1 Title', 'Hello')
  expect(screen.queryByText('Nobody talks in this session.')).toBeNull()
  await press('Add slide')
  expect(document.activeElement).toBe(screen.getByLabelText('Slide 1 seconds'))
  await press('Add session')
  // One at a time.
  expect(screen.queryByLabelText('Session 1 title')).toBeNull()
  await press('Add talk (Session 2)')

  await press('Create')
  await waitLong(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('Session 1 minutes')),
  )
  expect(describedBy('Session 1 minutes')).toBe(
    'Session 1 minutes must be at least 5. Breaks count',
  )
  expect(describedBy('Slide 1 seconds')).toBe('Session 1 talk 1 slide 1 seconds is required.')
  // Folded, it says that there is something to check; the summary's link leads into it.
  expect(line(/^Session 2\s*Without a title\s*3 to check$/)).toBeTruthy()
  await press('Session 2 talk 1 title')
  await waitLong(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('Session 2, Talk 1 Title')),
  )
  expect(describedBy('Session 2, Talk 1 Title')).toBe('Session 2 talk 1 title is required.')
  expect(screen.getByLabelText('Session 2 title').getAttribute('aria-required')).toBe('true')
  expect(screen.getByLabelText('Session 2 tags').getAttribute('aria-required')).toBeNull()

  await userEvent.click(line(/^Session 1/))
  type('Session 1 minutes', '20')
  type('Slide 1 seconds', '30')
  await choose('session 2', 'Remove')
  next(new HttpError(400, { fields: { 'sessions.0.talks.0.title': 'Somebody said that.' } }))
  await press('Create')
  await waitLong(() => expect(describedBy('Talk 1 Title')).toBe('Somebody said that.'))
  type('Talk 1 Title', 'Good day')
  await press('Create')
  await waitLong(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.values).toEqual({
    title: 'Lab',
    sessions: [
      {
        title: 'Warm up',
        minutes: 20,
        level: 'hard',
        tags: ['calm', 'slow'],
        isOnline: true,
        talks: [{ title: 'Good day', slides: [{ seconds: 30, order: 0 }], order: 0 }],
        order: 0,
      },
    ],
  })
}, 60_000)

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
}, 60_000)

test('FORM-05 from line to line by the arrows, with Alt the entry moves; a copy is new and has the focus', async () => {
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
  line(/^Session 2/).focus()
  await userEvent.keyboard('{ArrowUp}')
  const first = screen.getByRole('button', { name: /^Session 1/ })
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{ArrowDown}{Alt>}{ArrowUp}{/Alt}')
  expect(screen.getByText('Session "Work" moved to position 1 of 2')).toBeTruthy()
  expect(document.activeElement?.textContent).toMatch(/^Session 1\s*Work/)
  await userEvent.keyboard('{ArrowRight}')
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
}, 60_000)
