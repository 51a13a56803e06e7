import { translate } from '#admin/format/translate.ts'
import type { Wanted } from '#admin/http/download.ts'
import { failedRowsFile } from '#admin/providers/imports.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import type { ExportFormat } from '#contract/analytics.ts'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { useDownload } from '../export/use-download.ts'

const NAMES = { csv: 'CSV', xlsx: 'Excel', json: 'JSON' } as const

export function DownloadMenu({
  words,
  formats,
  fileOf,
}: {
  words: string
  formats: readonly ExportFormat[]
  fileOf: (format: ExportFormat) => Wanted & { fileName: string }
}) {
  const { mutate: download, isPending } = useDownload()
  return (
    <MoreMenu
      words={translate(words)}
      isBusy={isPending}
      items={formats.map((format) => ({
        key: format,
        label: NAMES[format],
        choose: () => download(fileOf(format)),
      }))}
    />
  )
}

/** Downloads the rows with errors as in the file, each with its error. */
export function FailedRows({ resource, about }: { resource: Resource; about: Import }) {
  return (
    <DownloadMenu
      words="Download rows with errors"
      formats={['csv', 'xlsx', 'json']}
      fileOf={(format) => failedRowsFile(resource, about, format)}
    />
  )
}
