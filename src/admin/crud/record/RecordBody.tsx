import { useQuery } from '@tanstack/react-query'
import { translate } from '#admin/format/translate.ts'
import { hasChanges } from '#admin/http/session.ts'
import { fetchUses } from '#admin/providers/record-facts.ts'
import { Bone } from '#admin/ui/Bone.tsx'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { repeat } from '#admin/ui/repeat.ts'
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
        {isLoading ? <CardBone lines={2} /> : null}
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
export function RecordBones() {
  return (
    <div className={css.body} aria-busy="true">
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      <div className={css.main}>
        <CardBone lines={6} />
        <CardBone lines={4} />
      </div>
      <div className={css.side}>
        <CardBone lines={3} />
        <CardBone lines={2} />
      </div>
    </div>
  )
}

function CardBone({ lines }: { lines: number }) {
  return (
    <div className={css.waiting} aria-hidden="true">
      <Bone width="96px" height="16px" />
      {repeat(lines, (key) => (
        <Bone key={key} />
      ))}
    </div>
  )
}
