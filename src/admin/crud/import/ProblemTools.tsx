import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { saveFailedRows } from '#admin/providers/imports.ts'
import { ButtonRow } from '#admin/ui/ButtonRow.tsx'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { DownloadMenu } from './DownloadMenu.tsx'
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
