import { DownloadOutlined } from '@ant-design/icons'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import type { ExportFormat } from '#contract/insight/analytics.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import { useExport } from './use-export.ts'

const FORMATS: readonly [ExportFormat, string][] = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
  ['json', 'JSON'],
]

/** A file of the records that a query leaves, in the format that is chosen (LIST-06). */
export function ExportMenu({
  resource,
  query,
  isDisabled = false,
}: {
  resource: Resource
  query: Partial<ListQuery>
  isDisabled?: boolean
}) {
  const { isBusy, take } = useExport(resource)
  return (
    <MoreMenu
      words={translate('Export')}
      icon={<DownloadOutlined aria-hidden="true" />}
      isBusy={isBusy}
      isDisabled={isDisabled}
      items={FORMATS.map(([format, label]) => ({
        key: format,
        label,
        choose: () => void take(format, query),
      }))}
    />
  )
}
