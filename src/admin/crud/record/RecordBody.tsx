import { useQuery } from '@tanstack/react-query'
import { Card, Flex, Skeleton, Typography } from 'antd'
import { use } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { hasChanges } from '#admin/http/session.ts'
import type { UseRead } from '#admin/providers/record-facts.ts'
import { fetchUses } from '#admin/providers/record-facts.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { Chips } from '#admin/ui/Chips.tsx'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import type { Row } from '#model/declaration.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { lowered } from '#model/words.ts'
import { registry } from '#resources/index.ts'
import { cameFrom } from '../came-from.ts'
import { Letter } from '../inbox/Letter.tsx'
import { readLetter } from '../inbox/letter.ts'
import { factsOf } from './facts.ts'
import css from './RecordBody.module.css'
import { RecordCard } from './RecordCard.tsx'
import { FactsShown, RecordFacts } from './RecordFacts.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { RecordPeople } from './RecordPeople.tsx'
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

/** Where a record is used, by name; nothing of a record that nothing can refer to. */
function RecordUses({
  resource,
  uses,
  hasOthers,
}: {
  resource: Resource
  uses: readonly UseRead[]
  hasOthers: boolean
}) {
  if (uses.length === 0 && !hasOthers && !canBeUsed(resource)) return null
  return (
    <RecordCard title={translate('Where it is used')}>
      {uses.length === 0 && !hasOthers ? (
        <Typography.Text type="secondary" style={{ display: 'block', marginBlockStart: 4 }}>
          {translate('Nowhere.')}
        </Typography.Text>
      ) : (
        <Flex component="ul" vertical gap={12}>
          {uses.map((one) => (
            <Used key={`${one.resource} ${one.label.many}`} used={one} />
          ))}
        </Flex>
      )}
      {hasOthers ? (
        <Typography.Text type="secondary" style={{ display: 'block', marginBlockStart: 4 }}>
          {translate('Other records use it, that you may not see.')}
        </Typography.Text>
      ) : null}
    </RecordCard>
  )
}

/** How many records of a resource, which leads to their list, and the first of them by name. */
function Used({ used: { resource, label, total, records, query } }: { used: UseRead }) {
  const location = useLocation()
  const state = cameFrom(location, translate(use(PageContext).title))
  const found = registry.find(({ name, hasOwnPage }) => name === resource && !hasOwnPage)
  const [one, many] = [label.one, label.many].map(lowered)
  const words = counted(total, `{count} ${one}`, `{count} ${many}`)
  const more = total - records.length
  return (
    <li>
      <p style={{ marginBlockEnd: 4, fontWeight: 500 }}>
        {found && query ? (
          <Link to={`${pageAddress(found.page)}${query}`} state={state}>
            <bdi>{words}</bdi>
          </Link>
        ) : (
          <bdi>{words}</bdi>
        )}
      </p>
      <Chips
        chips={records.map(({ id, name }) => ({
          key: id,
          text: name,
          ...(found && { to: pageAddress(found.page, id), state }),
        }))}
      />
      {more > 0 ? (
        <Typography.Text type="secondary" style={{ display: 'block', marginBlockStart: 4 }}>
          {translate('and {count} more', { count: more })}
        </Typography.Text>
      ) : null}
    </li>
  )
}

/** Whether any declaration refers to records of this resource. */
function canBeUsed({ name }: Resource): boolean {
  return registry.some(({ create }) => referencesOf(create).some(({ to }) => to === name))
}
