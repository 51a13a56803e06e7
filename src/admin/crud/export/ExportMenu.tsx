import { DownloadOutlined } from '@ant-design/icons'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { type ExportFormat, RECORDS_EXPORT, recordsFileName } from '#contract/insight/analytics.ts'
import { type ListQuery, MOST_IDS, writeListQuery, writeSort } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import { useDownload } from './use-download.ts'

const FORMATS: readonly [ExportFormat, string][] = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
  ['json', 'JSON'],
]

/** A file of the records that match, with all their fields. */
export function ExportMenu({
  resource,
  query,
  isDisabled = false,
  beside,
}: {
  resource: Resource
  query: Partial<ListQuery>
  isDisabled?: boolean
  /** Something else to do with files, where there is no room for a button of its own: it comes first. */
  beside?: { key: string; label: string; choose: () => void }
}) {
  const { mutate: download, isPending } = useDownload()
  // Beside a title there is room for its sign alone.
  const isPhone = useIsPhone()
  const words = translate(beside ? 'Files' : 'Export')
  const formats = FORMATS.map(([format, name]) => ({
    key: format,
    label: beside ? translate('Export {format}', { format: name }) : name,
    isOff: beside !== undefined && isDisabled,
    choose: () =>
      download({
        path: `${resource.api.path}${RECORDS_EXPORT}`,
        fileName: recordsFileName(resource.page, new Date().toISOString().slice(0, 10), format),
        ...askedBy(format, query),
      }),
  }))
  return (
    <MoreMenu
      {...(isPhone ? { label: words } : { words })}
      icon={<DownloadOutlined aria-hidden="true" />}
      isBusy={isPending}
      isDisabled={isDisabled && !beside}
      items={[...(beside ? [beside] : []), ...formats]}
    />
  )
}

/** An address holds so many ids and no more. */
function askedBy(format: ExportFormat, query: Partial<ListQuery>) {
  const { ids = [], sort = [] } = query
  if (ids.length > MOST_IDS)
    return { body: { format, ids, ...(sort.length > 0 && { sort: writeSort(sort) }) } }
  const words = Object.fromEntries(new URLSearchParams(writeListQuery(query)))
  return { query: { ...words, format } }
}
