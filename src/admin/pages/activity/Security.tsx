import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { translate } from '#admin/format/translate.ts'
import { send } from '#admin/providers/http-client.ts'
import { SECURITY_DAYS, SECURITY_PATH, type SecurityPage } from '#contract/security-log.ts'
import { isObject } from '#model/paths.ts'
import { type Asked, LINES } from './address.ts'
import { Filters, FromFilter, PersonFilter, WordFilter } from './Filters.tsx'
import { LogExport } from './LogExport.tsx'
import { LogList } from './LogList.tsx'
import { SecurityEntry } from './SecurityEntry.tsx'
import { EVENT_CHOICES } from './security-words.ts'

/** The security log: who signed in and out, who was refused, whose rights changed, and who took what away (ACT-01). */
export function Security({ asked, show }: { asked: Asked; show: (next: Partial<Asked>) => void }) {
  const wanted = { ...asked.filters, page: String(asked.page), limit: String(LINES) }
  const query = useQuery({
    queryKey: [SECURITY_PATH, wanted],
    queryFn: async ({ signal }): Promise<Omit<SecurityPage, 'seal'>> => {
      const body = await send({ method: 'GET', path: SECURITY_PATH, query: wanted, signal })
      const { events = [], pagination } = (isObject(body) ? body : {}) as Partial<SecurityPage>
      return {
        events,
        pagination: pagination ?? { page: 1, limit: LINES, total: events.length },
      }
    },
    placeholderData: keepPreviousData,
  })
  const events = query.data?.events ?? []
  const shared = { asked, show }
  return (
    <>
      <Filters {...shared} end={<LogExport filters={asked.filters} />}>
        <PersonFilter {...shared} name="person" label="Person" />
        <WordFilter {...shared} name="event" label="What" choices={EVENT_CHOICES} />
        <FromFilter {...shared} />
      </Filters>
      <LogList
        {...shared}
        query={query}
        count={events.length}
        nothing={translate('Nothing has happened within the last {days} days.', {
          days: SECURITY_DAYS,
        })}
        failure="Failed to fetch the security log."
      >
        {events.map((line) => (
          <SecurityEntry
            key={line.id}
            line={line}
            narrow={(address) => show({ filters: { ...asked.filters, address } })}
          />
        ))}
      </LogList>
    </>
  )
}
