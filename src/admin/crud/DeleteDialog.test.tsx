// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { HttpError } from '#admin/providers/http-client.ts'
import { withVersions } from '#admin/providers/versioned-provider.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { registry } from '#resources/index.ts'
import { memoryBackend, refineAround } from '../../../tests/support/refine.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'

const users = registry.find(({ name }) => name === 'users') as Resource

afterEach(cleanup)

const NO_ANSWER = 'Error: The server did not respond. The action may or may not be complete.'

const rowOf = (resource: Resource): Row => ({ ...resource.sample, _id: '1', id: '1', version: 1 })

function open(resource: Resource) {
  const row = rowOf(resource)
  const backend = memoryBackend(row)
  const { wrapper, told } = refineAround(withVersions(backend.provider, () => resource))
  const [onDeleted, onRefused] = [vi.fn(), vi.fn()]
  const on = { onDeleted, onRefused, onClosed: () => undefined }
  render(<DeleteDialog resource={resource} row={row} {...on} />, { wrapper })
  const button = (name: string) => screen.queryByRole('button', { name })
  const press = async () => {
    const found = await screen.findByRole('button', { name: 'Delete' })
    await userEvent.click(found)
  }
  return { ...backend, row, told, onDeleted, onRefused, press, button }
}

for (const resource of registry.filter(({ actions }) => actions.includes('delete')))
  describe(`${resource.name}: a deletion without an answer`, () => {
    test('that succeeded is reported as done, and sent once', async () => {
      const { next, press, told, sent, row, onDeleted } = open(resource)
      expect(screen.getByRole('dialog').textContent).toContain(nameOf(resource, row))
      next('lost after')
      await press()
      await waitFor(() => expect(told).toEqual([`Success: ${resource.messages.deleted}`]))
      expect(sent).toHaveLength(1)
      expect(onDeleted).toHaveBeenCalledOnce()
    })

    test('with an unknown result reports that, and can be sent again', async () => {
      const { next, press, told, stored } = open(resource)
      next('lost before')
      await press()
      await waitFor(() => expect(told).toEqual([NO_ANSWER]))
      await press()
      await waitFor(() => expect(told[1]).toBe(`Success: ${resource.messages.deleted}`))
      expect(stored.size).toBe(0)
    })
  })

test('after a server error the deletion can be retried', async () => {
  const { next, press, told, onRefused } = open(users)
  next(new HttpError(500))
  await press()
  await waitFor(() => expect(told).toEqual(['Error: Failed to delete user.']))
  await press()
  await waitFor(() => expect(told).toHaveLength(2))
  expect(told[1]).toBe('Success: User deleted successfully.')
  expect(onRefused).not.toHaveBeenCalled()
})

test('after a refusal only Close is left, and it has the focus', async () => {
  const { next, press, button } = open(users)
  next(new HttpError(409, { message: 'This user is in use.' }))
  await press()
  await waitFor(() => expect(button('Delete')).toBeNull())
  expect(screen.getByRole('dialog').textContent).toContain('This user is in use.')
  expect(document.activeElement?.textContent).toBe('Close')
})

test('a record changed since then shows the author and time of the change', async () => {
  const { next, press, told, sent, onRefused, row } = open(users)
  const changed = { by: 'Ada Lovelace', at: new Date().toISOString() }
  next(new HttpError(412, { current: { ...row, version: 2 }, changed }))
  await press()
  await waitFor(() => expect(onRefused).toHaveBeenCalledOnce())
  expect(told).toEqual(['Error: Ada Lovelace saved this user just now. It was not deleted.'])
  expect(sent).toHaveLength(1)
})

test('the dialog cannot be closed while it deletes, so the result is handled', async () => {
  const { provider, press, onDeleted } = open(users)
  const { deleteOne } = provider
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  provider.deleteOne = async (asked) => {
    await held
    return deleteOne(asked)
  }
  await press()
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeTruthy()
  answer()
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
})
