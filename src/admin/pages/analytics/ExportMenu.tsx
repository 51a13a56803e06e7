import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useDownload } from '#admin/crud/export/use-download.ts'
import { translate } from '#admin/format/translate.ts'
import { hasChanges } from '#admin/http/session.ts'
import { canReadAll } from '#admin/providers/access-control-provider.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { TELLS_OF } from '#contract/access.ts'
import {
  EXPORT_FORMATS,
  EXPORT_PATH,
  type ExportFormat,
  type ExportType,
  exportName,
  type Tab,
} from '#contract/analytics.ts'
import type { DayRange } from '#contract/days.ts'

const FORMATS: Record<ExportFormat, string> = { csv: 'CSV', json: 'JSON', xlsx: 'Excel' }
const OTHERS = {
  all: 'All tabs',
  users: 'Raw data: users',
  assignments: 'Raw data: assignments',
  events: 'Raw data: events',
} as const satisfies Record<Exclude<ExportType, Tab>, string>

export function ExportMenu({
  tab,
  range,
  isDisabled,
}: {
  tab: Tab
  range: DayRange
  isDisabled: boolean
}) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const { mutate: download, isPending, cancel } = useDownload()
  const item = (type: ExportType, label: string) => ({
    key: type,
    label: translate(label),
    choose: () =>
      download({
        path: EXPORT_PATH,
        query: { dataType: type, format, startDate: range.start, endDate: range.end },
        fileName: exportName(type, range, format),
      }),
  })
  const others = Object.entries(OTHERS) as [keyof typeof OTHERS, string][]
  return (
    <>
      <MoreMenu
        label={translate('Export format: {format}', { format: FORMATS[format] })}
        words={FORMATS[format]}
        items={EXPORT_FORMATS.map((key) => ({
          key,
          label: FORMATS[key],
          isChosen: key === format,
          choose: () => setFormat(key),
        }))}
      />
      <MoreMenu
        words={translate('Export')}
        icon={<DownloadOutlined aria-hidden="true" />}
        isBusy={isPending}
        isDisabled={isDisabled}
        items={[
          item(tab, 'This tab'),
          ...others
            .filter(([type]) => canReadAll(TELLS_OF[type]))
            // Only our own server exports raw data.
            .filter(([type]) => type === 'all' || hasChanges())
            .map(([type, label]) => item(type, label)),
        ]}
      />
      {isPending ? <Button onClick={cancel}>{translate('Cancel')}</Button> : null}
    </>
  )
}
