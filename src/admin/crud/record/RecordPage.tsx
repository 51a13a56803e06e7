import { EditOutlined } from '@ant-design/icons'
import { Button, Card, Flex } from 'antd'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { DraftNotices } from '#admin/drafts/DraftNotices.tsx'
import { draftPlace } from '#admin/drafts/drafts.ts'
import { useDrafts } from '#admin/drafts/use-autosave.ts'
import { formAddress, pageAddress } from '#admin/format/addresses.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { canDo } from '#admin/providers/access-control-provider.ts'
import { isStatus } from '#admin/providers/http-client.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { useFocusAfter, useKeptFocus } from '#admin/ui/focus.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { OwnRuns } from '../actions/OwnActions.tsx'
import { RecordMenu } from '../actions/RecordMenu.tsx'
import { useRuns } from '../actions/use-runs.ts'
import { BackLink } from '../BackLink.tsx'
import { readCameFrom } from '../came-from.ts'
import { Cell } from '../cells/Cell.tsx'
import { useFormStep } from '../form/use-form-step.ts'
import { MessageTools } from '../inbox/Message.tsx'
import { LazyDelete, LazyForm, PreloadForms } from '../LazyDialogs.tsx'
import { useStatusMenu } from '../use-status-menu.tsx'
import { statusOf } from './facts.ts'
import { RecordBody } from './RecordBody.tsx'
import { RecordGone } from './RecordGone.tsx'
import { useRecord } from './use-record.ts'

/** A list of one record: the actions are those of a record. */
const ALONE = { total: 1, search: '', filters: {} }

/**
 * The page of a record, generated from its declaration: values, uses and learners' activity. Its form opens above
 * it at /admin/users/42/edit.
 */
export function RecordPage({ resource, id }: { resource: Resource; id: string }) {
  const {
    result,
    query: { error, refetch },
  } = useRecord(resource, id)
  const area = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const step = useFormStep()
  const runs = useRuns(resource, ALONE)
  const status = useStatusMenu(resource)
  const badge = statusOf(resource)
  const drafts = useDrafts(draftPlace(resource)).filter(
    ({ record }) => record === id && resource.actions.includes('edit'),
  )
  const [isDeleting, setDeleting] = useState(false)
  const address = pageAddress(resource.page, id)
  const isEditing = resource.actions.includes('edit') && /\/edit\/?$/.test(pathname)
  const edit = () => step.open(formAddress(resource.page, id))
  useKeptFocus(area)
  useFocusAfter(isEditing)

  const list = { to: pageAddress(resource.page), label: translate(resource.title) }
  const noun = translateWithin(resource.label.one)
  const isGone = isStatus(error, 404)
  const row = isGone ? undefined : result
  const title = row ? nameOf(resource, row) : translate(resource.label.one)

  return (
    <PageContext value={{ to: address, title, subtitle: row && resource.label.one }}>
      <section ref={area}>
        <BackLink otherwise={list} />
        <PageHead wraps>
          {row && resource.inbox ? (
            <MessageTools {...{ resource, runs, row }} inbox={resource.inbox} />
          ) : null}
          {row ? (
            <Flex align="center" gap={8}>
              {badge ? <Cell resource={resource} column={badge} row={row} /> : null}
              {canDo(resource, 'edit', row) ? (
                <Button icon={<EditOutlined aria-hidden="true" />} onClick={edit}>
                  {translate('Edit')}
                </Button>
              ) : null}
              <RecordMenu
                {...{ resource, row, runs, status }}
                remove={() => setDeleting(true)}
                // Inbox records show these beside Reply.
                buttons={resource.inbox ? resource.rowActions : []}
              />
            </Flex>
          ) : null}
        </PageHead>
        {row ? <DraftNotices drafts={drafts} open={edit} /> : null}
        {row ? (
          <RecordBody resource={resource} row={row} />
        ) : isGone ? (
          <RecordGone resource={resource} id={id} />
        ) : error ? (
          <Card>
            <FailureNotice
              isInCard
              text={error.message || translate('Failed to load this {noun}.', { noun })}
              retry={() => void refetch()}
            />
          </Card>
        ) : (
          <Card loading aria-busy="true" styles={{ body: { padding: 24 } }} />
        )}
        {isEditing ? (
          <LazyForm
            resource={resource}
            target={{ mode: 'edit', id }}
            onClosed={() => step.close(address)}
            begin={runs.begin}
          />
        ) : null}
        {isDeleting && result ? (
          <LazyDelete
            resource={resource}
            row={result}
            onDeleted={() => void navigate(readCameFrom(state)?.to ?? list.to)}
            onClosed={() => setDeleting(false)}
          />
        ) : null}
        {status.question}
        <OwnRuns resource={resource} total={1} runs={runs} />
        {row ? <PreloadForms /> : null}
      </section>
    </PageContext>
  )
}
