import { type HttpError, useNotification, useUpdate } from '@refinedev/core'
import { useRef } from 'react'
import { isStatus, outcomeOf, succeeded } from '#admin/crud/notices.ts'
import { useReread } from '#admin/crud/use-reread.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import { isObject } from '#model/paths.ts'
import type { Row } from '#model/spec.ts'
import { failedWith } from './failed.ts'
import { bodyOf } from './read-dashboard.ts'
import { type Dashboards, RESOURCE } from './use-dashboards.ts'

const FAILED = 'Failed to set default dashboard'
const CHANGED = 'Default dashboard changed.'
/** How often others may be faster before it is a failure. */
const ATTEMPTS = 3

/**
 * Makes a dashboard the default (DASH-01). The whole of it is sent, as the specification has it; when somebody
 * changed it meanwhile, what they wrote is sent with the flag: nothing of theirs may be lost for it. Where no
 * answer came, the dashboard itself tells whether it is the default now.
 */
export function useSetDefault({ reload }: Dashboards) {
  const { mutateAsync, mutation } = useUpdate<Row, HttpError>()
  const { open: notify } = useNotification()
  const reread = useReread(RESOURCE)
  const isBusy = useRef(false)

  const send = async (
    id: string,
    version: unknown,
    record: Record<string, unknown>,
    attempt = 1,
  ): Promise<void> => {
    try {
      await mutateAsync({
        resource: RESOURCE,
        id,
        values: { ...record, isDefault: true },
        meta: { version },
        mutationMode: 'pessimistic',
        invalidates: [],
        successNotification: () => succeeded(CHANGED),
        errorNotification: (error) =>
          isStatus(error, 412) || outcomeOf(error) === 'unknown'
            ? false
            : failedWith(FAILED, error),
      })
    } catch (error) {
      if (outcomeOf(error) === 'unknown') {
        const found = await reread(id)
        if (typeof found === 'string') return notify?.(failedWith(FAILED, error))
        return notify?.(found.row.isDefault === true ? succeeded(CHANGED) : failedWith(FAILED))
      }
      if (!isStatus(error, 412)) return
      const { current } = error as HttpError
      if (isObject(current) && attempt < ATTEMPTS)
        return send(id, current.version, current, attempt + 1)
      notify?.(failedWith(FAILED))
    }
  }

  return {
    isPending: mutation.isPending,
    async set(record: DashboardRecord) {
      if (isBusy.current) return
      isBusy.current = true
      try {
        await send(record._id, record.version, bodyOf(record, { isDefault: true }))
        await reload()
      } finally {
        isBusy.current = false
      }
    },
  }
}
