import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useParams } from 'react-router-dom'
import { ImportPage } from '#admin/crud/import/ImportPage.tsx'
import { forgetCapabilities } from '#admin/http/backend.ts'
import { enter, leave } from '#admin/http/session.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { fakeImports } from './fake-imports.ts'
import { memoryBackend, refineAround } from './refine.tsx'

export const ADA = {
  ...{ _id: 'a', firstName: 'Ada', lastName: 'O' },
  ...{ email: 'a@example.org', role: 'admin' },
}
export const users = registry.find(({ name }) => name === 'users') as Resource
export const ROWS = [
  ['ada@example.org', 'Ada', ''],
  ['ben@example.org', 'Benjamin', ''],
  ['no address', 'Cyd', ''],
  ['new@example.org', 'Dora', 'hello'],
  ['neither', 'Eve', ''],
]
export const STORED = {
  'ada@example.org': 'Ada',
  'ben@example.org': 'Ben',
  'cyd@example.org': 'Cy',
}

/** The server that the page asks, and where the page is: of the test that runs. */
export const now = {
  server: fakeImports(ROWS, STORED),
  router: createMemoryRouter([{ path: '*', element: null }]),
}

/** Answers requests by the server of the test that runs. Call it once in a file. */
export function prepare(): void {
  globalThis.fetch = (request) => now.server.fetch(request as Request)
}

/** An admin at a server of ours that has read nothing yet. */
export function begin(): void {
  enter('t', { ...ADA, changes: true }, true)
  forgetCapabilities()
  now.server = fakeImports(ROWS, STORED)
}

/** Signs out and takes the page away. */
export function end(): void {
  cleanup()
  leave()
  localStorage.clear()
}

/** The page at its address, of a new import or of one that was begun; gives what it notifies of. */
export function open(id?: string, search = ''): string[] {
  const { wrapper: Wrapper, told } = refineAround(memoryBackend().provider)
  function ImportAtAddress() {
    const { imported } = useParams<'imported'>()
    return <ImportPage resource={users} id={imported} />
  }
  const path = '/admin/users/import'
  const page = (
    <Wrapper>
      <ImportAtAddress />
    </Wrapper>
  )
  now.router = createMemoryRouter(
    [
      { path, element: page },
      { path: `${path}/:imported`, element: page },
      { path: '*', element: null },
    ],
    { initialEntries: ['/admin/users', `${path}${id ? `/${id}` : ''}${search}`] },
  )
  render(<RouterProvider router={now.router} />)
  return told
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const press = async (name: string | RegExp) => fireEvent.click(await button(name))
export const tab = (name: RegExp) => screen.findByRole('tab', { name })
export const step = (words: string) => screen.findByRole('heading', { level: 2, name: words })
export const current = () =>
  document.querySelector('[aria-current=step] .ant-steps-item-title')?.textContent

/** The page of one that was rehearsed. */
export async function openPlanned(): Promise<string[]> {
  now.server.become({ state: 'planning' })
  const told = open('i1')
  await step('Review the changes')
  return told
}
