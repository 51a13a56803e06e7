import { useQuery } from '@tanstack/react-query'
import { Card, Skeleton } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { hasChanges } from '#admin/http/session.ts'
import { fetchUses } from '#admin/providers/record-facts.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { Letter } from '../inbox/Letter.tsx'
import { readLetter } from '../inbox/letter.ts'
import { factsOf } from './facts.ts'
import css from './RecordBody.module.css'
import { RecordCard } from './RecordCard.tsx'
import { FactsShown, RecordFacts } from './RecordFacts.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { RecordPeople } from './RecordPeople.tsx'
import { RecordUses } from './RecordUses.tsx'
import { useRecordKey } from './use-record.ts'

/** What there is to know of a record: on wide screens what it says and who is in it, and beside that all else. */
export function RecordBody({ resource, row }: { resource: Resource; row: Row }) {
  const keyOf = useRecordKey(resource, row.id)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: keyOf('uses'),
    queryFn: async ({ signal }) => (await fetchUses(resource, row.id, signal)) ?? null,
    enabled: hasChanges(),
  })
  const { groups, rest } = factsOf(resource, row)
  return (
    <div className={css.body}>
      <div className={css.main}>
        {resource.inbox ? (
          <RecordCard
            title={
              readLetter(resource, resource.inbox, row).subject || translate(resource.label.one)
            }
          >
            <Letter resource={resource} inbox={resource.inbox} row={row} />
          </RecordCard>
        ) : (
          <RecordFacts resource={resource} row={row} groups={groups} />
        )}
        {data && data.people.length > 0 ? (
          <RecordPeople resource={resource} id={row.id} people={data.people} />
        ) : null}
      </div>
      <div className={css.side}>
        {rest.length > 0 ? (
          <RecordCard title={translate('About')}>
            <FactsShown resource={resource} row={row} facts={rest} />
          </RecordCard>
        ) : null}
        {isLoading ? <WaitingCard lines={2} /> : null}
        {error && !data ? (
          <RecordCard title={translate('Where it is used')}>
            <FailureNotice
              text={error.message || translate('This could not be loaded.')}
              retry={() => void refetch()}
            />
          </RecordCard>
        ) : null}
        {data ? <RecordUses resource={resource} {...data} /> : null}
        <RecordHistory resource={resource} id={row.id} />
      </div>
    </div>
  )
}

/** While the record is on its way: the shape that it will have. */
export function RecordSkeleton() {
  return (
    <div className={css.body} aria-busy="true">
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      <div className={css.main}>
        <WaitingCard lines={6} />
        <WaitingCard lines={4} />
      </div>
      <div className={css.side}>
        <WaitingCard lines={3} />
        <WaitingCard lines={2} />
      </div>
    </div>
  )
}

function WaitingCard({ lines }: { lines: number }) {
  return (
    <Card aria-hidden="true" styles={{ body: { padding: 24 } }}>
      <Skeleton active paragraph={{ rows: lines }} />
    </Card>
  )
}
