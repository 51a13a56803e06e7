import { DownloadOutlined } from '@ant-design/icons'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { type ExportFormat, RECORDS_EXPORT, recordsFileName } from '#contract/analytics.ts'
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
}: {
  resource: Resource
  query: Partial<ListQuery>
  isDisabled?: boolean
}) {
  const { mutate: download, isPending } = useDownload()
  // Beside a title on phones, only the icon fits.
  const isPhone = useIsPhone()
  const words = translate('Export')
  const { ids = [], sort = [] } = query
  /** A query string holds MOST_IDS ids; more are sent in the body. */
  const asked = (format: ExportFormat) =>
    ids.length > MOST_IDS
      ? { body: { format, ids, ...(sort.length > 0 && { sort: writeSort(sort) }) } }
      : { query: { ...Object.fromEntries(new URLSearchParams(writeListQuery(query))), format } }
  return (
    <MoreMenu
      {...(isPhone ? { label: words } : { words })}
      icon={<DownloadOutlined aria-hidden="true" />}
      isBusy={isPending}
      isDisabled={isDisabled}
      items={FORMATS.map(([format, label]) => ({
        key: format,
        label,
        choose: () =>
          download({
            path: `${resource.api.path}${RECORDS_EXPORT}`,
            fileName: recordsFileName(resource.page, new Date().toISOString().slice(0, 10), format),
            ...asked(format),
          }),
      }))}
    />
  )
}
