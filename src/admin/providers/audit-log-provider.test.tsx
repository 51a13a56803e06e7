// @vitest-environment jsdom
import { Refine, useLogList } from '@refinedev/core'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChangePage, HistoryPage } from '#contract/changes.ts'
import { registry } from '#resources/index.ts'
import { memoryBackend } from '../../../tests/support/refine.tsx'
import { auditLogProvider } from './audit-log-provider.ts'
import * as changes from './changes.ts'

afterEach(cleanup)

const AT = '2026-11-20T10:00:00.000Z'
const by = { id: 'u1', name: 'Ada Lovelace' }
const pagination = { page: 1, limit: 25, total: 1 }
const common = { at: AT, by, via: 'form', canUndo: true } as const
const record = {
  resource: 'users',
  id: 'u2',
  name: 'Amara',
  action: 'update',
  isLive: true,
} as const

const readChanges = vi.spyOn(changes, 'readChanges').mockResolvedValue({
  pagination,
  changes: [
    {
      ...common,
      id: 'c1',
      counts: [{ resource: 'users', action: 'update', count: 1 }],
      records: [record],
    },
  ],
} satisfies ChangePage)
vi.spyOn(changes, 'readHistory').mockResolvedValue({
  pagination,
  history: [
    {
      ...common,
      change: 'c1',
      version: 2,
      action: 'update',
      fields: { firstName: { was: 'Amara', is: 'Amarachi' } },
    },
  ],
} satisfies HistoryPage)

function wrapper({ children }: { children: ReactNode }) {
  return (
    <Refine
      dataProvider={memoryBackend().provider}
      auditLogProvider={auditLogProvider(registry)}
      options={{ disableTelemetry: true }}
    >
      {children}
    </Refine>
  )
}

test('useLogList returns the changes of a resource', async () => {
  const filters = { at_is: 'today' }
  const { result } = renderHook(
    () => useLogList({ resource: 'users', author: { id: 'u1' }, meta: { filters, page: 2 } }),
    { wrapper },
  )
  await waitFor(() => expect(result.current.data?.entries).toHaveLength(1))
  expect(result.current.data.entries[0]).toMatchObject({
    ...{ id: 'c1', createdAt: AT, author: by, action: 'update', resource: 'users' },
    meta: { records: [record] },
  })
  const asked = { resource: 'users', actor: 'u1', at_is: 'today', page: '2' }
  expect(readChanges).toHaveBeenCalledWith(asked)
})

test('useLogList returns the effect of a change on one record', async () => {
  const { result } = renderHook(() => useLogList({ resource: 'users', meta: { id: 'u2' } }), {
    wrapper,
  })
  await waitFor(() => expect(result.current.data?.entries).toHaveLength(1))
  expect(result.current.data.entries[0]).toMatchObject({
    ...{ id: 'c1', data: { firstName: 'Amarachi' }, previousData: { firstName: 'Amara' } },
    meta: { id: 'u2', canUndo: true, via: 'form' },
  })
})
