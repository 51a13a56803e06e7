import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Progress, Statistic, Typography } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { importAddress, pageAddress } from '#admin/format/addresses.ts'
import { formatNumber, wordsForRows } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { readChange } from '#admin/providers/changes.ts'
import { CHANGES_PATH } from '#contract/change-names.ts'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { UndoButton } from '../changes/UndoButton.tsx'
import { FailedRows } from './DownloadMenu.tsx'
import { percentOf, things, writing } from './words.ts'

interface Props {
  resource: Resource
  about: Import
}

/** The last step: how far the import is written, then what was written, and its undo. */
export function ReportStep({ resource, about, error }: Props & { error: Error | null }) {
  if (about.state === 'applied') return <Done resource={resource} about={about} />
  const all = writing(about.counts)
  return (
    <>
      <Typography.Text type="secondary">
        {translate(
          'All or nothing is written, as one change. It goes on by itself: this page can be left.',
        )}
      </Typography.Text>
      <Progress
        percent={percentOf(about.done, all)}
        showInfo={false}
        aria-label={translate('Progress')}
      />
      <Typography.Text type="secondary" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {wordsForRows(about.done, all)}
      </Typography.Text>
      {error ? (
        <Alert
          type="warning"
          role="status"
          message={translate('The server gives no answer. It is asked again and again.')}
        />
      ) : null}
    </>
  )
}

function Done({ resource, about }: Props) {
  const { counts, file, change } = about
  const navigate = useNavigate()
  const { data: made } = useQuery({
    queryKey: [CHANGES_PATH, change, 'state'],
    queryFn: ({ signal }) => readChange(change ?? '', 1, signal),
    enabled: change !== undefined,
  })
  const isUndone = made?.undoneBy !== undefined
  const figures: [label: string, count: number][] = [
    ['New', counts.create],
    ['Changed', counts.update],
    ['Unchanged', counts.unchanged],
    ['Left out', counts.refused],
  ]
  return (
    <>
      <Typography.Text type="secondary" style={{ overflowWrap: 'anywhere' }}>
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
      {isUndone ? (
        <Alert type="warning" role="status" message={translate('This import was undone.')} />
      ) : null}
      <Flex wrap gap={8}>
        <Button type="primary" onClick={() => void navigate(pageAddress(resource.page))}>
          {translate('Show {things}', { things: things(resource) })}
        </Button>
        {change && !isUndone && made?.canUndo !== false ? <UndoButton change={change} /> : null}
        {counts.refused > 0 ? <FailedRows resource={resource} about={about} /> : null}
        <Button onClick={() => void navigate(importAddress(resource.page))}>
          {translate('Import another file')}
        </Button>
      </Flex>
    </>
  )
}
