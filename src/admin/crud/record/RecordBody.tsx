import { Card, Col, Flex, Row as GridRow, Tabs, Typography } from 'antd'
import { type ReactNode, use } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { hasChanges } from '#admin/http/session.ts'
import type { UseRead } from '#admin/providers/record-facts.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { Chips } from '#admin/ui/Chips.tsx'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { giveTabRoles } from '#admin/ui/tab-roles.ts'
import type { Row } from '#model/declaration.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { lowered } from '#model/words.ts'
import { registry } from '#resources/index.ts'
import { cameFrom } from '../came-from.ts'
import { History } from '../changes/ChangeList.tsx'
import { Letter } from '../inbox/Letter.tsx'
import { readLetter } from '../inbox/letter.ts'
import { OwnPart } from '../parts/OwnPart.tsx'
import { useUses } from '../use-uses.ts'
import { factsOf } from './facts.ts'
import { RecordCard } from './RecordCard.tsx'
import { FactsShown, RecordFacts } from './RecordFacts.tsx'
import { RecordPeople } from './RecordPeople.tsx'

interface Props {
  resource: Resource
  row: Row
}

/** What there is to know of a record. The tabs that its resource declares stand beside the overview. */
export function RecordBody({ resource, row }: Props) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const overview = <Overview resource={resource} row={row} />
  const own = Object.entries(resource.tabs)
  if (own.length === 0) return overview
  const asked = params.get('tab') ?? ''
  return (
    <div ref={giveTabRoles}>
      <Tabs
        activeKey={Object.hasOwn(resource.tabs, asked) ? asked : ''}
        onChange={(tab) => setParams(tab ? { tab } : {}, { replace: true, state })}
        destroyOnHidden
        items={[
          { key: '', label: translate('Overview'), children: overview },
          ...own.map(([name, label]) => ({
            key: name,
            label: translate(label),
            children: (
              <Card styles={{ body: { padding: 24 } }}>
                <OwnPart page={resource.page} kind="tabs" name={name} row={row} />
              </Card>
            ),
          })),
        ]}
      />
    </div>
  )
}

/** On wide screens the record and its people, and the rest beside it. */
function Overview({ resource, row }: Props) {
  const { told: data, error, isLoading, retry } = useUses(resource, row.id)
  const { groups, rest } = factsOf(resource, row)
  return (
    <Columns
      main={
        <>
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
          {Object.entries(resource.panels).map(([name, label]) => (
            <RecordCard key={name} title={translate(label)}>
              <OwnPart page={resource.page} kind="panels" name={name} row={row} />
            </RecordCard>
          ))}
          {data && data.people.length > 0 ? (
            <RecordPeople resource={resource} id={row.id} people={data.people} />
          ) : null}
          {hasChanges() ? (
            <RecordCard title={translate('History')}>
              <History resource={resource} id={row.id} />
            </RecordCard>
          ) : null}
        </>
      }
      side={
        <>
          {rest.length > 0 ? (
            <RecordCard title={translate('About')}>
              <FactsShown resource={resource} row={row} facts={rest} />
            </RecordCard>
          ) : null}
          {isLoading ? <WaitingCard /> : null}
          {error && !data ? (
            <RecordCard title={translate('Where it is used')}>
              <FailureNotice
                text={error.message || translate('This could not be loaded.')}
                retry={retry}
              />
            </RecordCard>
          ) : null}
          {data ? <RecordUses resource={resource} {...data} /> : null}
        </>
      }
    />
  )
}

/** Two thirds for the record itself, one third for the rest; below each other on narrow screens. */
function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <GridRow gutter={[16, 16]}>
      <Col xs={24} xl={16}>
        <Flex vertical gap={16}>
          {main}
        </Flex>
      </Col>
      <Col xs={24} xl={8}>
        <Flex vertical gap={16}>
          {side}
        </Flex>
      </Col>
    </GridRow>
  )
}

/** The page's shape while the record loads. */
export function RecordSkeleton() {
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      <Columns
        main={
          <>
            <WaitingCard />
            <WaitingCard />
          </>
        }
        side={<WaitingCard />}
      />
    </div>
  )
}

function WaitingCard() {
  return <Card loading aria-hidden="true" styles={{ body: { padding: 24 } }} />
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
