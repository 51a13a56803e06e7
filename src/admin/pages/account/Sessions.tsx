import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton, Tag } from 'antd'
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
import { toast } from '#admin/ui/toast/store.ts'
import type { OwnSession } from '#contract/account.ts'
import { Trouble } from './Form.tsx'
import { Line, Lines, Stack } from './Lines.tsx'
import { Section } from './Section.tsx'
import { useSubmit } from './use-submit.ts'

/** Where one is signed in, each of which can be ended (ACC-03). */
export function Sessions() {
  const query = useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => readSessions(signal),
  })
  const client = useQueryClient()
  const area = useRef<HTMLDivElement>(null)
  const [isAsked, ask] = useState(false)
  const submit = useSubmit()
  useKeptFocus(area, { fallback: 'button' })
  const end = async (work: () => Promise<unknown>, words: string) => {
    const isDone = await submit.run(work, 'Nothing was signed out.')
    ask(false)
    await client.invalidateQueries({ queryKey: SESSIONS_KEY })
    if (isDone) toast({ title: translate('Success'), description: words })
  }
  const sessions = query.data
  return (
    <Section
      title="Where you are signed in"
      text="Each browser and device that has a session of yours. What you do not know, sign out, and change your password."
    >
      <Stack area={area}>
        {query.error && !sessions ? (
          <FailureNotice
            text={translate('Your sessions could not be read.')}
            retry={() => void query.refetch()}
          />
        ) : null}
        {sessions || query.error ? null : <Skeleton active />}
        {sessions ? (
          <Lines>
            {sessions.map((session) => (
              <One
                key={session.id}
                session={session}
                isBusy={submit.isBusy}
                end={() =>
                  void end(
                    () => endSession(session.id),
                    translate('{device} is signed out.', { device: session.device }),
                  )
                }
              />
            ))}
          </Lines>
        ) : null}
        {sessions && sessions.length > 1 ? (
          <Button onClick={() => ask(true)}>{translate('Sign out all others')}</Button>
        ) : null}
        <Trouble text={submit.trouble} />
      </Stack>
      <QuestionDialog
        isOpen={isAsked}
        title={translate('Sign out everywhere else?')}
        text="All other browsers and devices ask for your password again. What is not saved there is kept as a draft."
        no="Cancel"
        yes="Sign out all others"
        isBusy={submit.isBusy}
        onNo={() => ask(false)}
        onYes={() => void end(endOtherSessions, translate('You are signed out everywhere else.'))}
      />
    </Section>
  )
}

function One({
  session: { device, address, lastUsedAt, isCurrent },
  isBusy,
  end,
}: {
  session: OwnSession
  isBusy: boolean
  end: () => void
}) {
  const used = translate('last used {ago}', { ago: timeAgo(lastUsedAt, Date.now()) ?? '' })
  return (
    <Line
      name={device}
      mark={isCurrent ? <Tag color="green">{translate('This one')}</Tag> : null}
      about={[address, isCurrent ? translate('in use now') : used].filter(Boolean).join(' · ')}
    >
      {isCurrent ? null : (
        <Button
          disabled={isBusy}
          aria-label={translate('Sign out {device}', { device })}
          onClick={end}
        >
          {translate('Sign out')}
        </Button>
      )}
    </Line>
  )
}
