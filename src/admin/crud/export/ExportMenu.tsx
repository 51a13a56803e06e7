import { DownloadOutlined } from '@ant-design/icons'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { ExportFormat } from '#contract/insight/analytics.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import { useExport } from './use-export.ts'

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
  const { isBusy, take } = useExport(resource)
  // Beside a title there is room for its sign alone.
  const isPhone = useIsPhone()
  const words = translate(beside ? 'Files' : 'Export')
  const formats = FORMATS.map(([format, name]) => ({
    key: format,
    label: beside ? translate('Export {format}', { format: name }) : name,
    isOff: beside !== undefined && isDisabled,
    choose: () => void take(format, query),
  }))
  return (
    <MoreMenu
      {...(isPhone ? { label: words } : { words })}
      icon={<DownloadOutlined aria-hidden="true" />}
      isBusy={isBusy}
      isDisabled={isDisabled && !beside}
      items={[...(beside ? [beside] : []), ...formats]}
    />
  )
}
