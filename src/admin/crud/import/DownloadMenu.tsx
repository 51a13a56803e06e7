import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { translate } from '#admin/format/translate.ts'
import { saveFailedRows } from '#admin/providers/imports.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import type { Import } from '#contract/imports.ts'
import type { ExportFormat } from '#contract/insight/analytics.ts'
import type { Resource } from '#model/resource.ts'
import { failed } from '../notices.ts'

const NAMES = { csv: 'CSV', xlsx: 'Excel', json: 'JSON' } as const

/** Saves a file in one of some formats. */
export function DownloadMenu({
  words,
  formats,
  save,
  failure,
}: {
  words: string
  formats: readonly ExportFormat[]
  /** Throws HttpError. */
  save: (format: ExportFormat, signal: AbortSignal) => Promise<unknown>
  failure: string
}) {
  const { open: notify } = useNotification()
  const { mutate: take, isPending } = useMutation<unknown, HttpError, ExportFormat>({
    mutationFn: (format) => save(format, new AbortController().signal),
    onError: (error) => notify?.(failed(error, failure)),
  })
  return (
    <MoreMenu
      words={translate(words)}
      isBusy={isPending}
      items={formats.map((format) => ({
        key: format,
        label: NAMES[format],
        choose: () => take(format),
      }))}
    />
  )
}

/** The rows with problems as they stand in the file, each with what is wrong with it. */
export function FailedRows({ resource, about }: { resource: Resource; about: Import }) {
  return (
    <DownloadMenu
      words="Download rows with problems"
      formats={['csv', 'xlsx', 'json']}
      save={(format, signal) => saveFailedRows(resource, about, format, signal)}
      failure="The rows could not be downloaded."
    />
  )
}
