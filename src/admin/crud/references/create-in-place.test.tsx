// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { enter, leave } from '#admin/http/session.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { CreateContext, draftWith, type Missing } from './create-in-place.ts'
import { ReferenceInput, type ReferenceValue } from './ReferenceInput.tsx'

afterEach(cleanup)

const find = (name: string) => registry.find((one) => one.name === name) as Resource
const field = (id: string, name: string): Row => ({ _id: id, id, name })

const OWN = { _id: 'u', email: 'ada@example.org', firstName: 'Ada', lastName: 'L', role: 'editor' }
const FIELDS = [field('a', 'Bees'), field('b', 'Boats')]

/** A reference field that offers to create, within a form that lends it this. */
function open(to: string, isMany: boolean, page = 'mentors', rows = FIELDS) {
  const { provider } = memoryBackend(...rows)
  const missing: Missing[] = []
  const values: ReferenceValue[] = []
  const form = { open: (one: Missing) => missing.push(one), page }
  function Box() {
    const [value, setValue] = useState<ReferenceValue>(isMany ? [] : undefined)
    return (
      <CreateContext value={form}>
        <ReferenceInput
          id="box"
          aria-label="Box"
          to={to}
          isMany={isMany}
          canCreate
          value={value}
          onChange={(next) => {
            values.push(next)
            setValue(next)
          }}
        />
      </CreateContext>
    )
  }
  const { wrapper: Refine } = refineAround(provider)
  render(
    <MemoryRouter>
      <Refine>
        <Box />
      </Refine>
    </MemoryRouter>,
  )
  return { missing, values, box: () => screen.getByRole('combobox', { name: 'Box' }) }
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('a missing record can be created: the form starts with the typed text, and the new record is selected', async () => {
  const { box, missing, values } = open('career-fields', true, 'mentors', [])
  await userEvent.click(box())
  await waitFor(() => expect(options()).toEqual(['Create new career field']))
  await userEvent.keyboard('Kites')
  await waitFor(() => expect(options()).toEqual(['Create new career field “Kites”']))
  fireEvent.click(screen.getByRole('option', { name: 'Create new career field “Kites”' }))
  expect(missing.map(({ target, typed }) => [target.name, typed])).toEqual([
    ['career-fields', 'Kites'],
  ])
  expect(values).toEqual([])
  expect(box().getAttribute('aria-expanded')).toBe('false')
  missing[0]?.take('k')
  expect(values).toEqual([['k']])
})

test('matches come first, and a click still creates', async () => {
  const { box, missing } = open('career-fields', false)
  await userEvent.click(box())
  await userEvent.keyboard('Boa')
  const offer = 'Create new career field “Boa”'
  await waitFor(() => expect(options()).toEqual(['Boats', offer]))
  fireEvent.click(screen.getByRole('option', { name: offer }))
  expect(missing).toHaveLength(1)
})

test.each([
  ['a resource that nobody creates', 'messages', 'mentors'],
  ['one whose form is open below', 'career-fields', 'career-fields'],
])('%s is not offered', async (_, to, page) => {
  const { box } = open(to, false, page)
  await userEvent.click(box())
  await waitFor(() => expect(options()).toHaveLength(2))
})

test('a role that may read but not create is offered only existing records', async () => {
  const rights = { actions: ['read'], hidden: [], locked: [], only: {} }
  const access = { open: [], resources: { 'career-fields': rights }, pages: {} }
  enter('token', { ...OWN, access }, false)
  const { box } = open('career-fields', false)
  await userEvent.click(box())
  await waitFor(() => expect(options()).toEqual(['Bees', 'Boats']))
  leave()
})

test('the typed text becomes the new record’s first text', () => {
  expect(draftWith(find('users'), ' Ada ')).toMatchObject({ firstName: 'Ada', lastName: '' })
  expect(draftWith(find('career-fields'), 'Kites')).toMatchObject({ name: 'Kites' })
  expect(draftWith(find('career-fields'), ' ')).toMatchObject({ name: '' })
})
