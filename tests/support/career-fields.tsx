import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll } from 'vitest'
import { PageContext } from '#admin/ui/arrival.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { Listed } from './Listed.tsx'
import { Recorded } from './Recorded.tsx'
import { memoryBackend, refineAround } from './refine.tsx'

const fields = registry.find(({ page }) => page === 'career-fields') as Resource

/** The list of these career fields. */
export async function openFields(...names: string[]) {
  const rows = names.map(
    (name, at): Row => ({ _id: `${at}`, id: `${at}`, version: 1, name, description: '' }),
  )
  const backend = memoryBackend(...rows)
  const { wrapper: Wrapper, told } = refineAround(backend.provider)
  const element = (
    <Wrapper>
      <PageContext value={{ to: '/admin/career-fields', title: fields.title }}>
        <Listed resource={fields} />
      </PageContext>
    </Wrapper>
  )
  const recordPage = (
    <Wrapper>
      <Recorded resource={fields} />
    </Wrapper>
  )
  const routes = [
    { path: '/admin/career-fields/:record/*', element: recordPage },
    { path: '*', element },
  ]
  const router = createMemoryRouter(routes, {
    initialEntries: ['/admin/career-fields'],
  })
  render(<RouterProvider router={router} />)
  const shown = Math.min(names.length, PAGE_SIZE)
  await screen.findByText(`1–${shown} of ${names.length}`)
  return { ...backend, told, router }
}

export const button = (name: string) => screen.queryByRole('button', { name })
export const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }))
export const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label)

/** Reads the code of the forms once, before the tests of a file. */
export function prepareFields(): void {
  beforeAll(async () => {
    await import('#admin/crud/form/FormModal.tsx')
  })
  afterEach(cleanup)
}
