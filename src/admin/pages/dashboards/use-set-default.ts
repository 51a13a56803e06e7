import { useNotification } from '@refinedev/core'
import { useRef } from 'react'
import { succeeded } from '#admin/crud/notices.ts'
import { useVersionedWrite } from '#admin/crud/use-versioned-write.ts'
import { save } from '#admin/providers/versioned-write.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import { dashboardResource } from './dashboard-resource.ts'
import { failedWith } from './failed.ts'
import { bodyOf, readDashboard } from './read-dashboard.ts'
import type { Dashboards } from './use-dashboards.ts'

/**
 * Makes a dashboard the default (DASH-01). The whole of it is sent, as the specification has it; when somebody
 * changed it meanwhile, what they wrote is sent with the flag: nothing of theirs may be lost for it.
 */
export function useSetDefault({ reload }: Dashboards) {
  const writes = useVersionedWrite(dashboardResource, readDashboard)
  const { open: notify } = useNotification()
  const isBusy = useRef(false)

  return {
    isPending: writes.isPending,
    async set(record: DashboardRecord) {
      if (isBusy.current) return
      isBusy.current = true
      const flag = { isDefault: true }
      const done = await save<DashboardRecord, typeof flag>(record, flag, {
        ...writes.latest(record._id),
        send: (version, change) => writes.put(version, bodyOf(version, change)),
        rebase: (_base, change, theirs) => ({ change, is: theirs.isDefault ? 'saved' : 'open' }),
      })
      const isUnanswered = done.kind === 'unknown' || done.kind === 'failed'
      notify?.(
        done.kind === 'saved'
          ? succeeded('Default dashboard changed.')
          : failedWith('Failed to set default dashboard', isUnanswered ? done.error : undefined),
      )
      await reload()
      isBusy.current = false
    },
  }
}
