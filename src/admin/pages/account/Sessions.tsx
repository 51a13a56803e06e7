import { useQuery } from '@tanstack/react-query'
import { Button, List, Skeleton, Tag } from 'antd'
import { useRef, useState } from 'react'
import { timeAgo } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import {
  endOtherSessions,
  endSession,
  readSessions,
  SESSIONS_KEY,
} from '#admin/providers/account.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import type { OwnSession } from '#contract/account.ts'
import { Named } from './Named.tsx'
import { ErrorText } from './SubmitForm.tsx'
import { useSubmit } from './use-submit.ts'

/** The browsers and devices with a session of the user; each can be signed out. */
export function Sessions() {
  const { data, error, refetch } = useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => readSessions(signal),
  })
  const area = useRef<HTMLDivElement>(null)
  const [isAsked, ask] = useState(false)
  useKeptFocus(area, { fallback: 'button' })
  const ending = useSubmit<OwnSession | 'others'>({
    send: (session) => (session === 'others' ? endOtherSessions() : endSession(session.id)),
    failure: 'Nothing was signed out.',
    success: (session) =>
      session === 'others'
        ? translate('You are signed out everywhere else.')
        : translate('{device} is signed out.', { device: session.device }),
    reads: SESSIONS_KEY,
  })
  const endOthers = async () => {
    await ending.submit('others')
    ask(false)
  }
  if (!data)
    return error ? (
      <FailureNotice
        text={translate('Your sessions could not be read.')}
        retry={() => void refetch()}
      />
    ) : (
      <Skeleton active />
    )
  return (
    <div ref={area}>
      <List
        bordered
        size="small"
        style={{ borderColor: 'var(--edge)' }}
        dataSource={data}
        rowKey="id"
        renderItem={(session) => (
          <List.Item
            data-row=""
            actions={
              session.isCurrent
                ? []
                : [
                    <Button
                      key="end"
                      disabled={ending.isBusy}
                      aria-label={translate('Sign out {device}', { device: session.device })}
                      onClick={() => void ending.submit(session)}
                    >
                      {translate('Sign out')}
                    </Button>,
                  ]
            }
          >
            <Named
              name={session.device}
              marks={session.isCurrent ? <Tag color="green">{translate('This one')}</Tag> : null}
              about={[session.address, usedText(session)].filter(Boolean).join(' · ')}
            />
          </List.Item>
        )}
      />
      {data.length > 1 ? (
        <Button style={{ marginBlockStart: 16 }} onClick={() => ask(true)}>
          {translate('Sign out all others')}
        </Button>
      ) : null}
      <ErrorText text={ending.error} />
      <QuestionDialog
        isOpen={isAsked}
        title={translate('Sign out everywhere else?')}
        text="All other browsers and devices ask for your password again. What is not saved there is kept as a draft."
        no="Cancel"
        yes="Sign out all others"
        isBusy={ending.isBusy}
        onNo={() => ask(false)}
        onYes={() => void endOthers()}
      />
    </div>
  )
}

function usedText({ isCurrent, lastUsedAt }: OwnSession): string {
  if (isCurrent) return translate('in use now')
  return translate('last used {ago}', { ago: timeAgo(lastUsedAt, Date.now()) ?? '' })
}
