import { type HttpError, useNotification } from '@refinedev/core'
import { Button } from 'antd'
import { useState } from 'react'
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
  const [isBusy, setBusy] = useState(false)
  const take = async (format: ExportFormat) => {
    setBusy(true)
    try {
      await saveFailedRows(resource, about, format, new AbortController().signal)
    } catch (error) {
      notify?.(failed(error as HttpError, 'The rows could not be downloaded.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <MoreMenu
      words={translate('Download rows with problems')}
      isBusy={isBusy}
      items={FORMATS.map(([format, label]) => ({
        key: format,
        label,
        choose: () => void take(format),
      }))}
    />
  )
}
