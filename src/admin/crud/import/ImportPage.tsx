import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Card, Empty, Flex, Progress, Statistic, Steps, Typography } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { importAddress, pageAddress } from '#admin/format/addresses.ts'
import { listInRow } from '#admin/format/lists.ts'
import { counted, formatNumber, wordsForRows } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { readChange, useRefresh } from '#admin/providers/changes.ts'
import { discardImport, importKey, isGone, useImport } from '#admin/providers/imports.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'
import { CHANGES_PATH } from '#contract/changes.ts'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { lowered } from '#model/words.ts'
import { BackLink } from '../BackLink.tsx'
import { UndoButton } from '../changes/UndoButton.tsx'
import { failed } from '../notices.ts'
import { ColumnsStep } from './ColumnsStep.tsx'
import { canImport } from './can-import.ts'
import { FailedRows } from './DownloadMenu.tsx'
import { FileStep } from './FileStep.tsx'
import { AT_COLUMNS, percentOf, things, writing } from './labels.ts'
import { PreviewStep } from './PreviewStep.tsx'

interface Props {
  resource: Resource
  about: Import
}

const STEPS = ['File', 'Columns', 'Preview', 'Report'] as const
type Step = (typeof STEPS)[number]

/**
 * Imports a file into a list in four steps. Address and server hold the current step, so a reload, Back or a later
 * visit continues there.
 */
export function ImportPage({ resource, id }: { resource: Resource; id: string | undefined }) {
  const { search } = useLocation()
  const { data: about, error, refetch } = useImport(resource, id, search !== AT_COLUMNS)
  const refresh = useRefresh()
  const showRecords = useEffectEvent(() => void refresh([resource.name]))
  const isApplied = about?.state === 'applied'
  useEffect(() => {
    if (isApplied) showRecords()
  }, [isApplied])
  const begin = importAddress(resource.page)
  const list = { to: pageAddress(resource.page), label: translate(resource.title) }
  const step = id === undefined ? 'File' : about && stepOf(about, search)

  function content() {
    if (id === undefined && !canImport(resource))
      return (
        <Nothing
          text={translate('This server does not support imports here.')}
          to={list.to}
          label={translate('Back to {page}', { page: list.label })}
        />
      )
    if (isGone(error))
      return (
        <Nothing
          text={translate('This import no longer exists. Imports are kept for one day.')}
          to={begin}
          label={translate('Import a file')}
        />
      )
    const retry = () => void refetch()
    if (step === undefined)
      return (
        <Card>
          {error ? (
            <FailureNotice
              isInCard
              text={error.message || translate('Failed to load this import.')}
              retry={retry}
            />
          ) : (
            <Spinner />
          )}
        </Card>
      )
    return (
      <>
        <StepsNav resource={resource} step={step} id={id} />
        <Card styles={{ body: { padding: 'clamp(16px, 3vw, 24px)' } }}>
          <Flex vertical gap={16} style={{ minHeight: 208 }}>
            <StepTitle
              step={step}
              title={about ? titleOf(resource, about, step) : translate('Choose a file')}
            />
            {step === 'File' ? <FileStep resource={resource} /> : null}
            {about && step === 'Columns' ? <ColumnsStep resource={resource} about={about} /> : null}
            {about && step === 'Preview' ? (
              <PreviewStep {...{ resource, about, error, retry }} />
            ) : null}
            {about && step === 'Report' ? <ReportStep {...{ resource, about, error }} /> : null}
          </Flex>
        </Card>
      </>
    )
  }

  return (
    <PageContext
      value={{ to: begin, title: translate('Import {things}', { things: things(resource) }) }}
    >
      <section>
        <BackLink otherwise={list} />
        <PageHead>
          {about && step !== 'Report' ? <Discard resource={resource} about={about} /> : null}
        </PageHead>
        {content()}
      </section>
    </PageContext>
  )
}

/**
 * Returns the current step. While an import is applied and afterwards, the address cannot lead back to its columns.
 */
function stepOf({ state }: Import, search: string): Step {
  if (state === 'applying' || state === 'applied') return 'Report'
  return state === 'read' || search === AT_COLUMNS ? 'Columns' : 'Preview'
}

function titleOf(resource: Resource, { state, counts }: Import, step: Step): string {
  if (step === 'Columns') return translate('Map columns')
  if (step === 'Preview')
    return translate(state === 'planned' ? 'Review the changes' : 'Preparing the preview…')
  return state === 'applying' ? translate('Importing…') : doneWords(resource, counts)
}

/** '340 users created, 864 users changed.' */
function doneWords({ label }: Resource, { create, update }: Import['counts']): string {
  const [one, many] = [lowered(label.one), lowered(label.many)]
  const parts = [
    ...(create > 0 ? [counted(create, `{count} ${one} created`, `{count} ${many} created`)] : []),
    ...(update > 0 ? [counted(update, `{count} ${one} changed`, `{count} ${many} changed`)] : []),
  ]
  if (parts.length === 0) return translate('Nothing was changed.')
  return translate('{what}.', { what: listInRow(parts) })
}

function StepsNav({
  resource,
  step,
  id,
}: {
  resource: Resource
  step: Step
  id: string | undefined
}) {
  const navigate = useNavigate()
  const place = STEPS.indexOf(step)
  const begin = importAddress(resource.page)
  return (
    <nav aria-label={translate('Import steps')}>
      <Steps
        size="small"
        current={place}
        style={{ marginBlockEnd: 16 }}
        onChange={(next) =>
          void navigate(next === 0 ? begin : importAddress(resource.page, id) + AT_COLUMNS)
        }
        items={STEPS.map((one, at) => ({
          title: translate(one),
          disabled: at >= place || step === 'Report',
          ...(one === step && { 'aria-current': 'step' as const }),
        }))}
      />
    </nav>
  )
}

/** The heading of a step. It takes the focus after a change of step. */
function StepTitle({ step, title }: { step: Step; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current !== step) heading.current?.focus()
    last.current = step
  }, [step])
  return (
    <h2 ref={heading} tabIndex={-1} style={{ outline: 'none', overflowWrap: 'anywhere' }}>
      {title}
    </h2>
  )
}

function Nothing({ text, to, label }: { text: string; to: string; label: string }) {
  const navigate = useNavigate()
  return (
    <Card>
      <Empty description={text}>
        <Button onClick={() => void navigate(to)}>{label}</Button>
      </Empty>
    </Card>
  )
}

/** Discards an import with its data and corrections. No record is changed. */
function Discard({ resource, about: { id, file } }: Props) {
  const [isAsked, ask] = useState(false)
  const { open: notify } = useNotification()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate: discard, isPending } = useMutation<void, HttpError>({
    mutationFn: () => discardImport(resource, id),
    onSuccess: async () => {
      await navigate(importAddress(resource.page), { replace: true })
      client.removeQueries({ queryKey: importKey(resource, id) })
    },
    onError: (error) => {
      ask(false)
      notify?.(failed(error, 'Failed to discard the import.'))
    },
  })
  return (
    <>
      <Button onClick={() => ask(true)}>{translate('Discard')}</Button>
      <QuestionDialog
        isOpen={isAsked}
        title={translate('Discard this import?')}
        text={translate(
          'The rows of {file} and your corrections will be deleted. No records change.',
          { file },
        )}
        no="Cancel"
        yes="Discard"
        isDangerous
        isBusy={isPending}
        onNo={() => ask(false)}
        onYes={() => discard()}
      />
    </>
  )
}

function ReportStep({ resource, about, error }: Props & { error: Error | null }) {
  if (about.state === 'applied') return <Done resource={resource} about={about} />
  const all = writing(about.counts)
  return (
    <>
      <Typography.Text type="secondary">
        {translate(
          'All rows are saved together as one change, or none are. You can leave this page. The import continues.',
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
          message={translate('The server did not respond. Retrying…')}
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
    ['Skipped', counts.refused],
  ]
  return (
    <>
      <Typography.Text type="secondary" style={{ overflowWrap: 'anywhere' }}>
        {translate('Imported from {file} as one change.', { file })}{' '}
        <Link
          style={{ textDecoration: 'underline' }}
          to={`${pageAddress('activity')}?resource=${encodeURIComponent(resource.name)}`}
        >
          {translate('View in Activity')}
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
