import { DownloadOutlined } from '@ant-design/icons'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
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

const WORDS = { ofShown: 'As shown, {format}', ofAll: 'All fields, {format}' }
/** Where the button does not say it. */
const WORDS_BESIDE = {
  ofShown: 'Export as shown, {format}',
  ofAll: 'Export all fields, {format}',
}

/** A file of the records that a query leaves, of the columns that are shown or of all fields (LIST-06, VIEW-02). */
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
  const { layout } = useListLayout(resource)
  // Beside a title there is room for its sign alone.
  const isPhone = useIsPhone()
  const words = translate(beside ? 'Files' : 'Export')
  const columns = layout.columns ?? columnIds(resource)
  const { ofAll, ofShown } = beside ? WORDS_BESIDE : WORDS
  const isOff = beside !== undefined && isDisabled
  const all = FORMATS.map(([format, name]) => ({
    key: `all ${format}`,
    label: translate(ofAll, { format: name }),
    isOff,
    choose: () => void take(format, query),
  }))
  const shown = FORMATS.map(([format, name]) => ({
    key: format,
    label: translate(ofShown, { format: name }),
    isOff,
    choose: () => void take(format, query, columns),
  }))
  return (
    <MoreMenu
      {...(isPhone ? { label: words } : { words })}
      icon={<DownloadOutlined aria-hidden="true" />}
      isBusy={isBusy}
      isDisabled={isDisabled && !beside}
      // Where cards stand for the table there are no columns to choose.
      items={[...(beside ? [beside] : []), ...(resource.list ? [] : shown), ...all]}
    />
  )
}
