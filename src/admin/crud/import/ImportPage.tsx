import { Button, Card, Empty } from 'antd'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress, pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { isGone, useImport } from '#admin/providers/imports.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { BackLink } from '../BackLink.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { Discard } from './Discard.tsx'
import { FileStep } from './FileStep.tsx'
import { mayImport } from './may-import.ts'
import { RehearsalStep } from './RehearsalStep.tsx'
import { ReportStep } from './ReportStep.tsx'
import { Steps } from './Steps.tsx'
import { AT_COLUMNS, LastStep, type Step } from './step.ts'
import { useOutcome } from './use-outcome.ts'
import { things } from './words.ts'

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
