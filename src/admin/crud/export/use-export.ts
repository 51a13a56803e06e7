import type { ExportFormat } from '#contract/insight/analytics.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import { useFile } from './use-file.ts'

/** Fetches a file of what a list's query leaves. */
export function useExport(resource: Resource) {
  const { isBusy, take } = useFile()
  return {
    isBusy,
    take: (format: ExportFormat, query: Partial<ListQuery>): Promise<void> =>
      take(async (signal) => {
        const { exportRecords } = await import('./export-records.ts')
        return exportRecords(resource, format, query, signal)
      }),
  }
}
