import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Collapse, Flex, Skeleton } from 'antd'
import type { RefObject } from 'react'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { hasChanges } from '#admin/http/session.ts'
import { isStatus } from '#admin/providers/http-client.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import type { Inbox } from '#model/inbox.ts'
import { History } from '../changes/ChangeList.tsx'
import type { ListScreen } from '../list/list-screen.ts'
import { RecordGone } from '../record/RecordGone.tsx'
import { useRecord } from '../record/use-record.ts'
import { Letter } from './Letter.tsx'
import { LetterTools } from './LetterTools.tsx'
import { readLetter } from './letter.ts'

/** Of a button that does nothing now. It keeps the focus. */
const OFF = { 'aria-disabled': true, style: { opacity: 0.45 } } as const

/** The letter that is open beside its list, with what can be done with it and the way to its neighbours. */
export function OpenLetter({
  screen: { resource, list, runs, edit, remove },
  inbox,
  id,
  heading,
  open,
  close,
}: {
  screen: ListScreen
  inbox: Inbox
  id: string
  heading: RefObject<HTMLHeadingElement | null>
  open: (id: string) => void
  close: () => void
}) {
  const {
    result: row,
    query: { error, refetch },
  } = useRecord(resource, id)
  const noun = translateWithin(resource.label.one)
  const isGone = isStatus(error, 404)
  const shown = isGone ? undefined : row
  const at = list.rows.findIndex((one) => one.id === id)
  const beside = (by: 1 | -1) => (at === -1 ? undefined : list.rows[at + by])
  const step = (by: 1 | -1) => {
    const next = beside(by)
    if (next) open(next.id)
  }
  return (
    <section
      aria-label={translate(resource.label.one)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return
        event.preventDefault()
        close()
      }}
    >
      <Flex
        component="header"
        wrap
        justify="space-between"
        gap="10px 16px"
        style={{
          ...{ position: 'sticky', zIndex: 2, insetBlockStart: 0, padding: '16px 16px 14px 24px' },
          ...{ borderBlockEnd: '1px solid var(--edge)', background: 'var(--surface)' },
        }}
      >
        <h2
          ref={heading}
          tabIndex={-1}
          dir="auto"
          style={{ flex: 1, fontSize: 18, outline: 'none', overflowWrap: 'anywhere' }}
        >
          {(shown && readLetter(resource, inbox, shown).subject) || translate(resource.label.one)}
        </h2>
        <Flex gap={2}>
          <Button
            type="text"
            aria-label={translate('Previous {noun}', { noun })}
            icon={<UpOutlined aria-hidden="true" />}
            {...(!beside(-1) && OFF)}
            onClick={() => step(-1)}
          />
          <Button
            type="text"
            aria-label={translate('Next {noun}', { noun })}
            icon={<DownOutlined aria-hidden="true" />}
            {...(!beside(1) && OFF)}
            onClick={() => step(1)}
          />
          <Button
            type="text"
            aria-label={translate('Close {noun}', { noun })}
            icon={<CloseOutlined aria-hidden="true" />}
            onClick={close}
          />
        </Flex>
        {shown ? (
          <div style={{ flexBasis: '100%' }}>
            <LetterTools
              {...{ resource, inbox, runs }}
              row={shown}
              edit={() => edit(shown)}
              remove={() => remove(shown)}
            />
          </div>
        ) : null}
      </Flex>
      {isGone ? <RecordGone resource={resource} id={id} /> : null}
      {error && !isGone && !row ? (
        <FailureNotice
          isInCard
          text={error.message || translate('Failed to load this {noun}.', { noun })}
          retry={() => void refetch()}
        />
      ) : null}
      {shown ? (
        <>
          <div style={{ padding: '20px 24px 32px' }}>
            <Letter resource={resource} inbox={inbox} row={shown} />
          </div>
          {hasChanges() ? (
            <Collapse
              ghost
              style={{ padding: '0 24px 24px' }}
              items={[
                {
                  key: 'history',
                  label: translate('History'),
                  children: <History resource={resource} id={id} />,
                },
              ]}
            />
          ) : null}
        </>
      ) : null}
      {row || error ? null : (
        <div style={{ padding: 24 }} aria-busy="true">
          <span className="sr-only" role="status">
            {translate('Loading…')}
          </span>
          <Skeleton active paragraph={{ rows: 5 }} />
        </div>
      )}
    </section>
  )
}
