// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { requiredText } from '#model/schema.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { PartsContext, partsFrom } from '../parts/finder.ts'
import type { DetailProps } from '../parts/props.ts'
import { RecordBody } from './RecordBody.tsx'

const workshops = defineResource({
  name: 'workshops',
  label: ['Workshop', 'Workshops'],
  recordName: 'title',
  create: z.object({ title: requiredText(), room: requiredText() }),
  columns: (c) => [c.text('title', 'Title')],
  fields: (f) => [f.text('title', 'Title'), f.text('room', 'Room')],
  tabs: { guests: 'Guest list' },
  panels: { seating: 'Seating plan' },
})
const [resource] = completeRegistry([workshops]) as [Resource]
const parts = partsFrom({
  './workshops/parts.tsx': () =>
    Promise.resolve({
      tabs: { guests: ({ row }: DetailProps) => <p>{`Guests of ${String(row.title)}`}</p> },
      panels: { seating: ({ row }: DetailProps) => <p>{`Seats in ${String(row.room)}`}</p> },
    }),
})

test("a resource's own tab and panel are on its records' pages", async () => {
  const { wrapper: Refined } = refineAround(memoryBackend().provider)
  const row = { _id: 'w', id: 'w', title: 'Knots', room: 'Attic' }
  render(
    <MemoryRouter>
      <Refined>
        <PartsContext value={parts}>
          <RecordBody resource={resource} row={row} />
        </PartsContext>
      </Refined>
    </MemoryRouter>,
  )
  const panel = screen.getByRole('region', { name: 'Seating plan' })
  expect(await within(panel).findByText('Seats in Attic')).toBeDefined()
  await userEvent.click(screen.getByRole('tab', { name: 'Guest list' }))
  const tab = screen.getByRole('tabpanel', { name: 'Guest list' })
  expect(await within(tab).findByText('Guests of Knots')).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Seating plan' })).toBeNull()
  await expect(parts.check([resource])).resolves.toBeUndefined()
  await expect(partsFrom({}).check([resource])).rejects.toThrow("tabs 'guests'")
})
