import { DownloadOutlined } from '@ant-design/icons'
import { useFile } from '#admin/crud/export/use-file.ts'
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
  const { isBusy, take } = useFile()
  const save = (format: SecurityFormat) =>
    take(async (signal) => {
      const { download } = await import('#admin/http/download.ts')
      const fileName = securityFileName(new Date().toISOString().slice(0, 10), format)
      let bytes = 0
      const wanted = { path: SECURITY_EXPORT_PATH, query: { ...filters, format } }
      const isSaved = await download(wanted, {
        fileName,
        signal,
        onProgress: (progress) => {
          bytes = progress.bytes
        },
      })
      return isSaved ? { fileName, bytes } : undefined
    })
  return (
    <MoreMenu
      words={translate('Export')}
      icon={<DownloadOutlined aria-hidden="true" />}
      isBusy={isBusy}
      items={SECURITY_FORMATS.map((format) => ({
        key: format,
        label: translate(WORDS[format]),
        choose: () => void save(format),
      }))}
    />
  )
}
