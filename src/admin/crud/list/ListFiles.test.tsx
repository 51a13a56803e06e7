// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importAddress } from '#admin/format/addresses.ts'
import { enter, leave } from '#admin/http/session.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { setWindow } from '../../../../tests/support/jsdom.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { ListFiles } from './ListFiles.tsx'

const ADA = { _id: 'a', firstName: 'Ada', lastName: 'L', email: 'a@example.org', role: 'admin' }
const NOTHING = { search: '', filters: {}, sort: [], total: 0 }
beforeEach(() => {
  setWindow('medium')
  enter('t', { ...ADA, changes: true }, false)
})
afterEach(() => {
  cleanup()
  leave()
})

function show(resource: Resource) {
  const { wrapper: Wrapper } = refineAround(memoryBackend().provider)
  const element = (
    <Wrapper>
      <ListFiles resource={resource} list={NOTHING} />
    </Wrapper>
  )
  const router = createMemoryRouter([{ path: '*', element }])
  render(<RouterProvider router={router} />)
  return router
}

const listed = registry.filter(({ hasOwnPage }) => !hasOwnPage)
const ours = listed.filter(({ isFromPublic }) => !isFromPublic)

test.each(ours.map((one) => [one.name, one] as const))(
  '%s: a file is imported into its list, which may be empty, also on a phone',
  (_, resource) => {
    const desktop = show(resource)
    fireEvent.click(screen.getByRole('button', { name: 'Import' }))
    expect(desktop.state.location.pathname).toBe(importAddress(resource.page))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(true)
    cleanup()
    setWindow('phone')
    const narrow = show(resource)
    fireEvent.click(screen.getByRole('button', { name: 'Import' }))
    expect(narrow.state.location.pathname).toBe(importAddress(resource.page))
  },
)

test('no import is offered for records that the public creates', () => {
  for (const resource of listed.filter(({ isFromPublic }) => isFromPublic)) {
    show(resource)
    expect(screen.getByRole('button', { name: 'Export' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
    cleanup()
  }
})

test('no import is offered without the right to create or edit, or with another backend', () => {
  const users = registry.find(({ name }) => name === 'users') as Resource
  show({ ...users, actions: ['delete'] })
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  cleanup()
  enter('t', ADA, false)
  show(users)
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})
