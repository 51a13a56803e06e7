import { type HttpError, useNotification } from '@refinedev/core'
import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { ExportFormat } from '#contract/insight/analytics.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import { failed } from '../notices.ts'

/** Fetches a file of what a list's query leaves, one at a time. Leaving the page gives it up. */
export function useExport(resource: Resource) {
  const { open: notify } = useNotification()
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  return {
    isBusy,
    async take(
      format: ExportFormat,
      query: Partial<ListQuery>,
      columns?: readonly string[],
    ): Promise<void> {
      // A second press is the same wish.
      if (running.current) return
      const stop = new AbortController()
      running.current = stop
      setBusy(true)
      try {
        const { exportRecords } = await import('./export-records.ts')
        const done = await exportRecords(resource, format, query, columns, stop.signal)
        if (!done) return
        const message = translate('Exported {file} ({size})', {
          file: done.fileName,
          size: formatBytes(done.bytes),
        })
        notify?.({ type: 'success', description: translate('Success'), message })
      } catch (error) {
        notify?.(failed(error as HttpError, 'Failed to export data'))
      } finally {
        running.current = undefined
        setBusy(false)
      }
    },
  }
}
