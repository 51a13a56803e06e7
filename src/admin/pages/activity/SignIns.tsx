import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RecordLink } from '#admin/crud/changes/RecordLink.tsx'
import { translate } from '#admin/format/translate.ts'
import { send } from '#admin/http/http.ts'
import { Tinted } from '#admin/ui/Badge.tsx'
import { DateText } from '#admin/ui/DateText.tsx'
import { Initials } from '#admin/ui/Initials.tsx'
import {
  SIGN_IN_EVENT_DAYS,
  SIGN_IN_EVENTS,
  SIGN_IN_EVENTS_PATH,
  type SignInEvent,
  type SignInEventName,
  type SignInEventPage,
} from '#contract/sign-in-events.ts'
import { isObject } from '#model/paths.ts'
import { humanise } from '#model/words.ts'
import css from './Activity.module.css'
import { type Asked, LINES } from './address.ts'
import { Filters, PersonFilter, WordFilter } from './Filters.tsx'
import { LogList } from './LogList.tsx'

const WORDS: Readonly<Record<SignInEventName, string>> = {
  signed_in: 'Signed in',
  sign_in_failed: 'Failed to sign in',
  signed_out: 'Signed out',
  sessions_ended: 'Was signed out everywhere',
  password_changed: 'Got a new password',
  admin_made: 'Was made an admin',
  role_changed: 'Got another role',
}
const CHOICES = SIGN_IN_EVENTS.map((value) => ({ value, label: WORDS[value] }))

/** Who signed in and out, who tried to, and whose access changed. */
export function SignIns({ asked, show }: { asked: Asked; show: (next: Partial<Asked>) => void }) {
  const wanted = { ...asked.filters, page: String(asked.page), limit: String(LINES) }
  const query = useQuery({
    queryKey: [SIGN_IN_EVENTS_PATH, wanted],
    queryFn: async ({ signal }): Promise<SignInEventPage> => {
      const body = await send({ method: 'GET', path: SIGN_IN_EVENTS_PATH, query: wanted, signal })
      const { events = [], pagination } = (isObject(body) ? body : {}) as Partial<SignInEventPage>
      return { events, pagination: pagination ?? { page: 1, limit: LINES, total: events.length } }
    },
    placeholderData: keepPreviousData,
  })
  const events = query.data?.events ?? []
  const shared = { asked, show }
  return (
    <>
      <Filters {...shared}>
        <PersonFilter {...shared} name="user" label="Person" />
        <WordFilter {...shared} name="event" label="What" choices={CHOICES} />
      </Filters>
      <LogList
        {...shared}
        query={query}
        count={events.length}
        nothing={translate('Nobody has signed in within the last {days} days.', {
          days: SIGN_IN_EVENT_DAYS,
        })}
        failure="Failed to fetch the sign-ins."
      >
        {events.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </LogList>
    </>
  )
}

function Entry({ event: { at, event, user, by, address, became } }: { event: SignInEvent }) {
  const isBad = event === 'sign_in_failed'
  return (
    <li className={css.line}>
      <div className={css.head}>
        <Initials of={user.name} isQuiet={isBad} />
        <div className={css.words}>
          <strong className={css.who}>
            <RecordLink record={{ ...user, resource: 'users' }} from={translate('Activity')} />
          </strong>{' '}
          <span className={css.what}>
            {translate(WORDS[event] ?? humanise(event))}
            {became ? translate(': {role}', { role: humanise(became) }) : null}
            {by ? translate(', by {name}', { name: by.name }) : null}
            {address ? translate(', from {address}', { address }) : null}
          </span>{' '}
          {isBad ? (
            <span className={css.marks}>
              <Tinted tone="red">{translate('Failed')}</Tinted>
            </span>
          ) : null}
        </div>
        <span className={css.when}>
          <DateText iso={at} absent="N/A" hasTime />
        </span>
      </div>
    </li>
  )
}
