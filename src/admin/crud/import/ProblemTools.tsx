import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { saveFailedRows } from '#admin/providers/imports.ts'
import { ButtonRow } from '#admin/ui/ButtonRow.tsx'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import type { Import } from '#contract/imports.ts'
import type { ExportFormat } from '#contract/insight/analytics.ts'
import type { Resource } from '#model/resource.ts'
import { failed } from '../notices.ts'
import type { Problems } from './use-problems.ts'

/** From problem to problem, and all of them as a file. */
export function ProblemTools({
  resource,
  about,
  problems,
}: {
  resource: Resource
  about: Import
  problems: Problems
}) {
  return (
    <ButtonRow>
      <Button onClick={problems.next}>{translate('Next problem')}</Button>
      {about.counts.refused > 0 ? <FailedRows resource={resource} about={about} /> : null}
    </ButtonRow>
  )
}

const FORMATS: readonly [ExportFormat, string][] = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
  ['json', 'JSON'],
]

/** The rows with problems as they stand in the file, each with what is wrong with it. */
export function FailedRows({ resource, about }: { resource: Resource; about: Import }) {
  const { open: notify } = useNotification()
  const { mutate: take, isPending } = useMutation<unknown, HttpError, ExportFormat>({
    mutationFn: (format) => saveFailedRows(resource, about, format, new AbortController().signal),
    onError: (error) => notify?.(failed(error, 'The rows could not be downloaded.')),
  })
  return (
    <MoreMenu
      words={translate('Download rows with problems')}
      isBusy={isPending}
      items={FORMATS.map(([format, label]) => ({
        key: format,
        label,
        choose: () => take(format),
      }))}
    />
  )
}
