import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Card, Empty } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
import { FileStep } from './FileStep.tsx'
import { noteImport } from './last-import.ts'
import { mayImport } from './may-import.ts'
import { RehearsalStep } from './RehearsalStep.tsx'
import { ReportStep } from './ReportStep.tsx'
import { Steps } from './Steps.tsx'
import { AT_COLUMNS, LastStep, type Step } from './step.ts'
import { doneWords, things } from './words.ts'

/**
 * Brings a file into a list, in four steps: file, columns, rehearsal, report (IMP-01). Where it is stands in its
 * address and on the server, so that a reload, Back or another day goes on there.
 */
export function ImportPage({ resource, id }: { resource: Resource; id: string | undefined }) {
  const list = { to: pageAddress(resource.page), label: translate(resource.title) }
  const last = useRef<Step>(undefined)
  const title = translate('Import {things}', { things: things(resource) })
  return (
    <PageContext value={{ to: importAddress(resource.page), title }}>
      <LastStep value={last}>
        <section>
          <BackLink otherwise={list} />
          {id === undefined ? (
            <>
              <PageHead />
              {mayImport(resource) ? <FileStep resource={resource} /> : <NoImport {...list} />}
            </>
          ) : (
            <Begun key={id} resource={resource} id={id} />
          )}
        </section>
      </LastStep>
    </PageContext>
  )
}

/** One whose file was read. */
function Begun({ resource, id }: { resource: Resource; id: string }) {
  const { data, error, refetch } = useImport(resource, id)
  const { search } = useLocation()
  useOutcome(resource, data)
  const begin = importAddress(resource.page)
  if (isGone(error)) return <Expired to={begin} />
  if (!data)
    return (
      <>
        <PageHead />
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
      </>
    )
  const step = stepOf(data, search)
  const own = importAddress(resource.page, id)
  const given = { resource, about: data }
  return (
    <>
      <PageHead>{step === 'report' ? null : <Discard {...given} to={begin} />}</PageHead>
      <Steps
        at={step}
        to={step === 'report' ? {} : { file: begin, columns: `${own}${AT_COLUMNS}` }}
      />
      {step === 'columns' ? <ColumnsStep {...given} /> : null}
      {step === 'rehearsal' ? <RehearsalStep {...given} /> : null}
      {step === 'report' ? <ReportStep {...given} isUnanswered={error !== null} /> : null}
    </>
  )
}

/** What is being written, or was, is past its columns, whatever the address says. */
function stepOf({ state }: Import, search: string): Step {
  if (state === 'applying' || state === 'applied') return 'report'
  return state === 'read' || search === AT_COLUMNS ? 'columns' : 'rehearsal'
}

function Expired({ to }: { to: string }) {
  const navigate = useNavigate()
  return (
    <>
      <PageHead />
      <Card>
        <Empty
          description={translate(
            'This import is no longer there. What was read of a file is kept for a day.',
          )}
        >
          <Button onClick={() => void navigate(to)}>{translate('Import a file')}</Button>
        </Empty>
      </Card>
    </>
  )
}

function NoImport({ to, label }: { to: string; label: string }) {
  const navigate = useNavigate()
  return (
    <Card>
      <Empty description={translate('This backend takes no files here.')}>
        <Button onClick={() => void navigate(to)}>
          {translate('Back to {page}', { page: label })}
        </Button>
      </Empty>
    </Card>
  )
}

/**
 * Tells what came of an import that was being applied while the page was open: done, with Undo. What else shows these
 * records is made fresh; whatever state it is found in, an import that ended is not gone on with.
 */
function useOutcome(resource: Resource, about: Import | undefined): void {
  const { open: notify } = useNotification()
  const refresh = useRefresh()
  const before = useRef<ImportState>(undefined)
  const state = about?.state
  const tell = useEffectEvent(() => {
    if (!about) return
    noteImport(resource, about.state === 'applied' ? null : about.id)
    if (about.state !== 'applied' || before.current !== 'applying') return
    notify?.(succeeded(doneWords(resource, about.counts), about.change))
    void refresh([resource.name])
  })
  useEffect(() => {
    if (state === undefined) return
    tell()
    before.current = state
  }, [state])
}

/** Forgets an import: what was read of its file, and what was mended in it. No record is touched. */
function Discard({
  resource,
  about: { id, file },
  to,
}: {
  resource: Resource
  about: Import
  /** Where one goes then. */
  to: string
}) {
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
      await navigate(to, { replace: true, state })
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
          'What was read of {file} is forgotten, with what you mended in it. Nothing that is stored changes.',
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
