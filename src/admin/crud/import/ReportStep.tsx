import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Card, Flex, Progress, Statistic, Typography } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { importAddress, pageAddress } from '#admin/format/addresses.ts'
import { formatNumber, wordsForRows } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { readChange } from '#admin/providers/changes.ts'
import { Elapsed } from '#admin/ui/Elapsed.tsx'
import { CHANGES_PATH } from '#contract/change-names.ts'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { UndoButton } from '../changes/UndoButton.tsx'
import { FailedRows } from './DownloadMenu.tsx'
import { SpokenProgress, StepTitle } from './Steps.tsx'
import { doneWords, percentOf, things, writing } from './words.ts'

/** The last step: how far it is written, then what was, and how it is undone. */
export function ReportStep({
  resource,
  about,
  isUnanswered,
}: {
  resource: Resource
  about: Import
  /** The server was asked how far it is, and did not say. */
  isUnanswered: boolean
}) {
  const isGoing = about.state === 'applying'
  return (
    <Card>
      <Flex
        vertical
        gap={16}
        style={{ minHeight: 208, padding: 'clamp(16px, 3vw, 24px)', overflowWrap: 'anywhere' }}
      >
        {/* One heading for both: what has the focus keeps it. */}
        <StepTitle step="report">
          {isGoing ? translate('Importing…') : doneWords(resource, about.counts)}
        </StepTitle>
        {isGoing ? (
          <Going about={about} isUnanswered={isUnanswered} />
        ) : (
          <Done resource={resource} about={about} />
        )}
      </Flex>
    </Card>
  )
}

function Going({
  about: { done, counts },
  isUnanswered,
}: {
  about: Import
  isUnanswered: boolean
}) {
  const all = writing(counts)
  return (
    <>
      <Typography.Text
        type="secondary"
        style={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}
      >
        {translate(
          'All or nothing is written, as one change. It goes on by itself: this page can be left.',
        )}
      </Typography.Text>
      <Progress
        percent={percentOf(done, all)}
        showInfo={false}
        aria-label={translate('Progress')}
      />
      <SpokenProgress done={done} of={all} />
      <Typography.Text
        type="secondary"
        style={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}
      >
        {wordsForRows(done, all)} <Elapsed />
      </Typography.Text>
      {isUnanswered ? (
        <Alert
          type="warning"
          role="status"
          message={translate('The server gives no answer. It is asked again and again.')}
        />
      ) : null}
    </>
  )
}

function Done({ resource, about }: { resource: Resource; about: Import }) {
  const { counts, file } = about
  const navigate = useNavigate()
  const figures: [label: string, count: number][] = [
    ['New', counts.create],
    ['Changed', counts.update],
    ['Unchanged', counts.unchanged],
    ['Left out', counts.refused],
  ]
  return (
    <>
      <Typography.Text
        type="secondary"
        style={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}
      >
        {translate('From {file}, as one change.', { file })}{' '}
        <Link
          style={{ textDecoration: 'underline' }}
          to={`${pageAddress('activity')}?resource=${encodeURIComponent(resource.name)}`}
        >
          {translate('See it in Activity')}
        </Link>
      </Typography.Text>
      <Flex wrap gap="12px 40px">
        {figures.map(([label, count]) => (
          <Statistic key={label} title={translate(label)} value={formatNumber(count)} />
        ))}
      </Flex>
      {about.change === undefined ? null : <TakenBack change={about.change} />}
      <Flex wrap gap={8}>
        <Button type="primary" onClick={() => void navigate(pageAddress(resource.page))}>
          {translate('Show {things}', { things: things(resource) })}
        </Button>
        {about.change === undefined ? null : <UndoImport change={about.change} />}
        {counts.refused > 0 ? <FailedRows resource={resource} about={about} /> : null}
        <Button onClick={() => void navigate(importAddress(resource.page))}>
          {translate('Import another file')}
        </Button>
      </Flex>
    </>
  )
}

/** What became of the change since. */
const useChange = (change: string) =>
  useQuery({
    queryKey: [CHANGES_PATH, change, 'state'],
    queryFn: ({ signal }) => readChange(change, 1, signal),
  }).data

function TakenBack({ change }: { change: string }) {
  if (useChange(change)?.undoneBy === undefined) return null
  return <Alert type="warning" role="status" message={translate('This import was undone.')} />
}

function UndoImport({ change }: { change: string }) {
  const line = useChange(change)
  const canUndo = line?.canUndo !== false && line?.undoneBy === undefined
  return canUndo ? <UndoButton change={change} /> : null
}
