import { DownloadOutlined } from '@ant-design/icons'
import { useDownload } from '#admin/crud/export/use-download.ts'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import {
  SECURITY_EXPORT_PATH,
  SECURITY_FORMATS,
  type SecurityFormat,
  securityFileName,
} from '#contract/security-log.ts'
import type { Asked } from './address.ts'

const WORDS: Readonly<Record<SecurityFormat, string>> = {
  csv: 'CSV, to read',
  jsonl: 'JSON lines, to verify',
}

/** The log as a file, of what is shown; taking it is an event itself. */
export function LogExport({ filters }: Pick<Asked, 'filters'>) {
  const { mutate: download, isPending } = useDownload()
  const save = (format: SecurityFormat) =>
    download({
      path: SECURITY_EXPORT_PATH,
      query: { ...filters, format },
      fileName: securityFileName(new Date().toISOString().slice(0, 10), format),
    })
  return (
    <MoreMenu
      words={translate('Export')}
      icon={<DownloadOutlined aria-hidden="true" />}
      isBusy={isPending}
      items={SECURITY_FORMATS.map((format) => ({
        key: format,
        label: translate(WORDS[format]),
        choose: () => save(format),
      }))}
    />
  )
}
