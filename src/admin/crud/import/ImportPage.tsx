import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Card, Empty, Flex, Steps } from 'antd'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress, pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { useRefresh } from '#admin/providers/changes.ts'
import { discardImport, importKey, isGone, useImport } from '#admin/providers/imports.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'
import type { Import, ImportState } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { BackLink } from '../BackLink.tsx'
import { failed, succeeded } from '../notices.ts'
import { ColumnsStep } from './ColumnsStep.tsx'
import { FileStep, Unfinished } from './FileStep.tsx'
import { mayImport } from './may-import.ts'
import { RehearsalStep } from './RehearsalStep.tsx'
import { ReportStep } from './ReportStep.tsx'
import { AT_COLUMNS, noteImport } from './upload.ts'
import { doneWords, things } from './words.ts'

const STEPS = ['file', 'columns', 'rehearsal', 'report'] as const
type Step = (typeof STEPS)[number]

const LABELS: Readonly<Record<Step, string>> = {
  file: 'File',
  columns: 'Columns',
  rehearsal: 'Rehearsal',
  report: 'Report',
}

/**
 * Brings a file into a list, in four steps: file, columns, rehearsal, report. Where it is stands in its address and
 * on the server, so that a reload, Back or another day goes on there.
 */
export function ImportPage({ resource, id }: { resource: Resource; id: string | undefined }) {
  const { search } = useLocation()
  const { data, error, refetch } = useImport(resource, id)
  useOutcome(resource, data)
  const last = useRef<Step>(undefined)
  const begin = importAddress(resource.page)
  const list = { to: pageAddress(resource.page), label: translate(resource.title) }
  const title = translate('Import {things}', { things: things(resource) })
  const step = id === undefined ? 'file' : data && stepOf(data, search)

  function content() {
    if (id === undefined && !mayImport(resource))
      return (
        <Nothing
          text={translate('This backend takes no files here.')}
          to={list.to}
          label={translate('Back to {page}', { page: list.label })}
        />
      )
    if (isGone(error))
      return (
        <Nothing
          text={translate(
            'This import is no longer there. What was read of a file is kept for a day.',
          )}
          to={begin}
          label={translate('Import a file')}
        />
      )
    if (step === undefined)
      return (
        <Card>
          {error ? (
            <FailureNotice
              isInCard
              text={error.message || translate('Failed to load this import.')}
              retry={() => void refetch()}
            />
          ) : (
            <Spinner />
          )}
        </Card>
      )
    return (
      <>
        <Progress resource={resource} step={step} id={id} />
        {data ? null : <Unfinished resource={resource} />}
        <Card styles={{ body: { padding: 'clamp(16px, 3vw, 24px)' } }}>
          <Flex vertical gap={16} style={{ minHeight: 208 }}>
            <StepTitle
              {...{ step, last }}
              title={data ? titleOf(resource, data, step) : translate('Which file?')}
            />
            {data ? null : <FileStep resource={resource} />}
            {data && step === 'columns' ? <ColumnsStep resource={resource} about={data} /> : null}
            {data && step === 'rehearsal' ? (
              <RehearsalStep resource={resource} about={data} />
            ) : null}
            {data && step === 'report' ? (
              <ReportStep resource={resource} about={data} isUnanswered={error !== null} />
            ) : null}
          </Flex>
        </Card>
      </>
    )
  }

  return (
    <PageContext value={{ to: begin, title }}>
      <section>
        <BackLink otherwise={list} />
        <PageHead>
          {data && step !== 'report' ? <Discard resource={resource} about={data} /> : null}
        </PageHead>
        {content()}
      </section>
    </PageContext>
  )
}

/** What is being written, or was, is past its columns, whatever the address says. */
function stepOf({ state }: Import, search: string): Step {
  if (state === 'applying' || state === 'applied') return 'report'
  return state === 'read' || search === AT_COLUMNS ? 'columns' : 'rehearsal'
}

function titleOf(resource: Resource, { state, counts }: Import, step: Step): string {
  if (step === 'columns') return translate('What do its columns fill?')
  if (step === 'rehearsal')
    return translate(state === 'planned' ? 'What would change' : 'Looking what would change…')
  return state === 'applying' ? translate('Importing…') : doneWords(resource, counts)
}

/** The four steps. Until something is written, those before can be gone back to. */
function Progress({
  resource,
  step,
  id,
}: {
  resource: Resource
  step: Step
  id: string | undefined
}) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const place = STEPS.indexOf(step)
  const goTo = (next: number) =>
    void navigate(
      next === 0 ? importAddress(resource.page) : importAddress(resource.page, id) + AT_COLUMNS,
      { state },
    )
  return (
    <nav aria-label={translate('Steps of the import')}>
      <Steps
        size="small"
        current={place}
        style={{ marginBlockEnd: 16 }}
        onChange={goTo}
        items={STEPS.map((one, at) => ({
          title: translate(LABELS[one]),
          disabled: at >= place || step === 'report',
          ...(one === step && { 'aria-current': 'step' as const }),
        }))}
      />
    </nav>
  )
}

/** The heading of a step. It takes the focus when one comes to it from another step. */
function StepTitle({
  step,
  last,
  title,
}: {
  step: Step
  /** The step that was shown last. */
  last: RefObject<Step | undefined>
  title: string
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (last.current && last.current !== step) heading.current?.focus()
    last.current = step
  }, [step, last])
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

/**
 * Tells what came of an import that was being applied while the page was open: done, with Undo. What else shows these
 * records is made fresh.
 */
function useOutcome(resource: Resource, about: Import | undefined): void {
  const { open: notify } = useNotification()
  const refresh = useRefresh()
  const before = useRef<ImportState>(undefined)
  const tell = useEffectEvent(({ id, state, counts, change }: Import) => {
    noteImport(resource, state === 'applied' ? null : id)
    if (state === 'applied' && before.current === 'applying') {
      notify?.(succeeded(doneWords(resource, counts), change))
      void refresh([resource.name])
    }
    before.current = state
  })
  useEffect(() => {
    if (about) tell(about)
  }, [about])
}

/** Forgets an import: what was read of its file, and what was fixed in it. No record is touched. */
function Discard({ resource, about: { id, file } }: { resource: Resource; about: Import }) {
  const [isAsked, ask] = useState(false)
  const { open: notify } = useNotification()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { mutate: discard, isPending } = useMutation<void, HttpError>({
    mutationFn: () =>
      discardImport(resource, id).catch((error: HttpError) => {
        if (!isGone(error)) throw error
      }),
    onSuccess: async () => {
      noteImport(resource, null)
      await navigate(importAddress(resource.page), { replace: true, state })
      client.removeQueries({ queryKey: importKey(resource, id) })
    },
    onError: (error) => {
      ask(false)
      notify?.(failed(error, 'This could not be discarded.'))
    },
  })
  return (
    <>
      <Button onClick={() => ask(true)}>{translate('Discard')}</Button>
      <QuestionDialog
        isOpen={isAsked}
        title={translate('Discard this import?')}
        text={translate(
          'What was read of {file} is forgotten, with what you changed in its rows. Nothing that is stored changes.',
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
