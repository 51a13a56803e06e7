import { download } from '#admin/http/download.ts'
import { type ExportFormat, RECORDS_EXPORT, recordsFileName } from '#contract/insight/analytics.ts'
import { type ListQuery, MOST_IDS, writeListQuery, writeSort } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'

/** Saves a file of the records that a query leaves; undefined when it was given up. Throws HttpError. */
export async function exportRecords(
  { api, page }: Resource,
  format: ExportFormat,
  query: Partial<ListQuery>,
  signal: AbortSignal,
): Promise<{ fileName: string; bytes: number } | undefined> {
  const fileName = recordsFileName(page, new Date().toISOString().slice(0, 10), format)
  let bytes = 0
  const isSaved = await download(
    { path: `${api.path}${RECORDS_EXPORT}`, ...askedBy(format, query) },
    {
      fileName,
      signal,
      onProgress: (progress) => {
        bytes = progress.bytes
      },
    },
  )
  return isSaved ? { fileName, bytes } : undefined
}

/** An address holds so many ids and no more. */
function askedBy(format: ExportFormat, query: Partial<ListQuery>) {
  const { ids = [], sort = [] } = query
  if (ids.length > MOST_IDS)
    return { body: { format, ids, ...(sort.length > 0 && { sort: writeSort(sort) }) } }
  const words = Object.fromEntries(new URLSearchParams(writeListQuery(query)))
  return { query: { ...words, format } }
}
