import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import * as z from 'zod'
// Read here once, and not while a test waits for its list.
import '#admin/crud/entries/EntryList.tsx'
import { FormModal } from '#admin/crud/form/FormModal.tsx'
import { completeRegistry } from '#model/complete.ts'
import { defineResource, type Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { ordered, requiredText, text, textList } from '#model/schema.ts'
import { memoryBackend, refineAround } from './refine.tsx'

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

/** The form of a workshop, a new one if none is given. */
export async function openWorkshop(row?: Row) {
  const backend = memoryBackend(...(row ? [row] : []))
  const { wrapper, told } = refineAround(backend.provider)
  const target = row ? { mode: 'edit' as const, id: row.id } : { mode: 'create' as const }
  const nothing = () => undefined
  render(
    <FormModal resource={workshops} target={target} onCreated={nothing} onClosed={nothing} />,
    { wrapper },
  )
  await screen.findByText('Add session')
  return { ...backend, told }
}

export const waitLong = (look: () => void) => vi.waitFor(look, { timeout: 10_000 })
// Typing letter by letter is what drives in a browser take: here the value is what matters.
export const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
/** Presses an item of an entry's menu. */
export const choose = async (entry: string, item: string) => {
  await press(`More actions for ${entry}`)
  await userEvent.click(
    within(screen.getByRole('menu', { name: `More actions for ${entry}` })).getByRole('menuitem', {
      name: new RegExp(`^${item}`),
    }),
  )
}
export const describedBy = (name: string) =>
  (screen.getByLabelText(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
