import { Card } from 'antd'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { DraftNotices } from '#admin/drafts/DraftNotices.tsx'
import { useDrafts } from '#admin/drafts/use-autosave.ts'
import { formAddress, pageAddress } from '#admin/format/addresses.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { isStatus } from '#admin/providers/http-client.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { useFocusAfter, useKeptFocus } from '#admin/ui/focus.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { OwnRuns } from '../actions/OwnActions.tsx'
import { useRuns } from '../actions/use-runs.ts'
import { BackLink } from '../BackLink.tsx'
import { readCameFrom } from '../came-from.ts'
import { draftPlace } from '../form/form-draft.ts'
import { useFormStep } from '../form/use-form-step.ts'
import { LetterTools } from '../inbox/Letter.tsx'
import { FormAhead, LazyDelete, LazyForm } from '../LazyDialogs.tsx'
import { RecordBody, RecordSkeleton } from './RecordBody.tsx'
import { RecordGone } from './RecordGone.tsx'
import { RecordTools } from './RecordTools.tsx'
import { useRecord } from './use-record.ts'

/**
 * The page of a record, made from its declaration: what it says, where it is used, what learners do with it. Its
 * form lies over it at an address of its own (REC-01).
 */
export function RecordPage({ resource, id }: { resource: Resource; id: string }) {
  const {
    result: row,
    query: { error, refetch },
  } = useRecord(resource, id)
  const area = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const { state } = useLocation()
  const form = useAddressedForm(resource, id)
  const runs = useRuns(resource, ALONE)
  const drafts = useDrafts(draftPlace(resource)).filter(
    ({ record }) => record === id && resource.actions.includes('edit'),
  )
  const [isDeleting, setDeleting] = useState(false)
  /** Made anew by the form of one that was deleted meanwhile: its page comes next. */
  const anew = useRef<string>(undefined)
  useKeptFocus(area)
  useFocusAfter(form.isOpen)

  const list = { to: pageAddress(resource.page), label: translate(resource.title) }
  const noun = translateWithin(resource.label.one)
  const isGone = isStatus(error, 404)
  const shown = isGone ? undefined : row
  const title = shown ? nameOf(resource, shown) : translate(resource.label.one)
  const closeForm = () => {
    if (anew.current === undefined) form.close()
    else void navigate(pageAddress(resource.page, anew.current), { replace: true, state })
  }

  return (
    <PageContext
      value={{
        to: pageAddress(resource.page, id),
        title,
        subtitle: shown && resource.label.one,
      }}
    >
      <section ref={area}>
        <BackLink otherwise={list} />
        <PageHead wraps>
          {shown && resource.inbox ? (
            <LetterTools {...{ resource, runs }} inbox={resource.inbox} row={shown} />
          ) : null}
          {shown ? (
            <RecordTools
              resource={resource}
              row={shown}
              runs={runs}
              edit={form.open}
              remove={() => setDeleting(true)}
            />
          ) : null}
        </PageHead>
        {shown ? <DraftNotices drafts={drafts} open={form.open} /> : null}
        {isGone ? <RecordGone resource={resource} id={id} /> : null}
        {error && !isGone && !row ? (
          <Card>
            <FailureNotice
              isInCard
              text={error.message || translate('Failed to load this {noun}.', { noun })}
              retry={() => void refetch()}
            />
          </Card>
        ) : null}
        {shown ? <RecordBody resource={resource} row={shown} /> : null}
        {row || error ? null : <RecordSkeleton />}
        {form.isOpen ? (
          <LazyForm
            resource={resource}
            target={{ mode: 'edit', id }}
            onCreated={(made) => {
              anew.current = made
            }}
            onClosed={closeForm}
            begin={runs.begin}
          />
        ) : null}
        {isDeleting && row ? (
          <LazyDelete
            resource={resource}
            row={row}
            onDeleted={() => void navigate(readCameFrom(state)?.to ?? list.to)}
            onClosed={() => setDeleting(false)}
          />
        ) : null}
        <OwnRuns resource={resource} total={1} runs={runs} />
        {row ? <FormAhead /> : null}
      </section>
    </PageContext>
  )
}

/** No list is meant: the actions are those of one record. */
const ALONE = { total: 1, search: '', filters: {} }

/** The form over the page: /admin/users/42/edit. */
function useAddressedForm(resource: Resource, id: string) {
  const { page, actions } = resource
  const { pathname } = useLocation()
  const step = useFormStep()
  return {
    isOpen: actions.includes('edit') && /\/edit\/?$/.test(pathname),
    open: () => step.open(formAddress(page, id)),
    close: () => step.close(pageAddress(page, id)),
  }
}
