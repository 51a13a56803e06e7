import { DownloadOutlined } from '@ant-design/icons'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import type { ExportFormat } from '#contract/insight/analytics.ts'
import type { ListQuery } from '#contract/list-query.ts'
import { columnIds } from '#model/columns.ts'
import type { Resource } from '#model/resource.ts'
import { useListLayout } from '../list/layout.ts'
import { useExport } from './use-export.ts'

const FORMATS: readonly [ExportFormat, string][] = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
  ['json', 'JSON'],
]

/** A file of the records that a query leaves, of the columns that are shown or of all fields (LIST-06, VIEW-02). */
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
  const { layout } = useListLayout(resource)
  const columns = layout.columns ?? columnIds(resource)
  const all = FORMATS.map(([format, name]) => ({
    key: `all ${format}`,
    label: translate('All fields, {format}', { format: name }),
    choose: () => void take(format, query),
  }))
  const shown = FORMATS.map(([format, name]) => ({
    key: format,
    label: translate('As shown, {format}', { format: name }),
    choose: () => void take(format, query, columns),
  }))
  return (
    <MoreMenu
      words={translate('Export')}
      icon={<DownloadOutlined aria-hidden="true" />}
      isBusy={isBusy}
      isDisabled={isDisabled}
      // Where cards stand for the table there are no columns to choose.
      items={resource.list ? all : [...shown, ...all]}
    />
  )
}
