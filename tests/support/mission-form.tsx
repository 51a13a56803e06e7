import { render, screen } from '@testing-library/react'
// Read here once, and not while a test waits for its list.
import '#admin/crud/entries/EntryList.tsx'
import { FormModal } from '#admin/crud/form/FormModal.tsx'
import { PartsContext } from '#admin/crud/parts/finder.ts'
import { consoleParts } from '#admin/extensions/console-parts.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { memoryBackend, refineAround } from './refine.tsx'

const missions = registry.find(({ page }) => page === 'missions') as Resource

/** The form of a mission of so many steps. */
export async function openMission(count: number) {
  const steps = Array.from({ length: count }, (_, at) => ({
    _id: `s${at}`,
    title: `Do ${at + 1}`,
    description: 'What to do, and why.',
    completionCriteria: 'It is done.',
  }))
  const row = { ...missions.sample, _id: 'm', id: 'm', version: 1, careerFields: [], steps } as Row
  const backend = memoryBackend(row)
  const { wrapper } = refineAround(backend.provider)
  const nothing = () => undefined
  render(
    <PartsContext value={consoleParts}>
      <FormModal
        resource={missions}
        target={{ mode: 'edit', id: 'm' }}
        onCreated={nothing}
        onClosed={nothing}
      />
    </PartsContext>,
    { wrapper },
  )
  await screen.findByText('Add step')
  return { ...backend, dialog: screen.getByRole('dialog') }
}
