import { Card, Col, Flex, Row as GridRow, Tabs, Typography } from 'antd'
import { use } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { hasChanges } from '#admin/http/session.ts'
import { objectsAt, textAt } from '#admin/providers/adapters/coerce.ts'
import type { UseRead } from '#admin/providers/record-facts.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { Chips } from '#admin/ui/Chips.tsx'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { giveTabRoles } from '#admin/ui/tab-roles.ts'
import type { ListField, Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { lowered } from '#model/words.ts'
import { cameFrom } from '../came-from.ts'
import { Cell } from '../cells/Cell.tsx'
import { History } from '../changes/ChangeList.tsx'
import { Facts } from '../Facts.tsx'
import { Message } from '../inbox/Message.tsx'
import { readMessage } from '../inbox/read-message.ts'
import { OwnPart } from '../parts/OwnPart.tsx'
import { resourceNamed } from '../references/target.ts'
import { useUses } from '../use-uses.ts'
import { entryFact, type Fact, factsOf } from './facts.ts'
import { RecordCard } from './RecordCard.tsx'
import { RecordPeople } from './RecordPeople.tsx'

interface Props {
  resource: Resource
  row: Row
}

/** The overview of a record, with the declared tabs beside it. */
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

/** The record and its people; on wide screens the rest beside them. */
function Overview({ resource, row }: Props) {
  const { page, label, detail, inbox, panels } = resource
  const { read, error, isLoading, retry } = useUses(resource, row.id)
  const { groups, rest } = factsOf(resource, row)
  const one = translate(label.one)
  return (
    <GridRow gutter={[16, 16]}>
      <Col xs={24} xl={16}>
        <Flex vertical gap={16}>
          {inbox ? (
            <RecordCard title={readMessage(resource, inbox, row).subject || one}>
              <Message resource={resource} inbox={inbox} row={row} />
            </RecordCard>
          ) : typeof detail === 'string' ? (
            <RecordCard title={one}>
              <OwnPart page={page} kind="detail" name={detail} row={row} />
            </RecordCard>
          ) : (
            groups.map(({ heading, facts }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, and the cards have no state
              <RecordCard key={at} title={heading === undefined ? one : translate(heading)}>
                <FactsShown resource={resource} row={row} facts={facts} />
              </RecordCard>
            ))
          )}
          {Object.entries(panels).map(([name, title]) => (
            <RecordCard key={name} title={translate(title)}>
              <OwnPart page={page} kind="panels" name={name} row={row} />
            </RecordCard>
          ))}
          {read && read.people.length > 0 ? (
            <RecordPeople resource={resource} id={row.id} people={read.people} />
          ) : null}
          {hasChanges() ? (
            <RecordCard title={translate('History')}>
              <History resource={resource} id={row.id} />
            </RecordCard>
          ) : null}
        </Flex>
      </Col>
      <Col xs={24} xl={8}>
        <Flex vertical gap={16}>
          {rest.length > 0 ? (
            <RecordCard title={translate('About')}>
              <FactsShown resource={resource} row={row} facts={rest} />
            </RecordCard>
          ) : null}
          {isLoading ? <Card loading styles={{ body: { padding: 24 } }} /> : null}
          {error && !read ? (
            <FailureNotice
              text={error.message || translate('Failed to load where it is used.')}
              retry={retry}
            />
          ) : null}
          {read && (read.uses.length > 0 || read.hasOthers) ? (
            <RecordCard title={translate('Used by')}>
              <Flex component="ul" vertical gap={12}>
                {read.uses.map((used) => (
                  <Used key={`${used.resource} ${used.label.many}`} used={used} />
                ))}
              </Flex>
              {read.hasOthers ? (
                <Typography.Text type="secondary">
                  {translate('Records that you cannot see also use it.')}
                </Typography.Text>
              ) : null}
            </RecordCard>
          ) : null}
        </Flex>
      </Col>
    </GridRow>
  )
}

/** The number of records of a resource, linked to their list, and the names of the first ones. */
function Used({ used: { resource, label, total, records, query } }: { used: UseRead }) {
  const location = useLocation()
  const state = cameFrom(location, translate(use(PageContext).title))
  const named = resourceNamed(resource)
  const found = named?.hasOwnPage ? undefined : named
  const [one, many] = [label.one, label.many].map(lowered)
  const words = <bdi>{counted(total, `{count} ${one}`, `{count} ${many}`)}</bdi>
  const more = total - records.length
  return (
    <li>
      <p style={{ marginBlockEnd: 4, fontWeight: 500 }}>
        {found && query ? (
          <Link to={`${pageAddress(found.page)}${query}`} state={state}>
            {words}
          </Link>
        ) : (
          words
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
        <Typography.Text type="secondary">
          {translate('and {count} more', { count: more })}
        </Typography.Text>
      ) : null}
    </li>
  )
}

/** Pairs of label and value. A list that is alone under its heading has no label. */
function FactsShown({ resource, row, facts }: Props & { facts: readonly Fact[] }) {
  const [only] = facts
  if (only && 'field' in only && facts.length === 1)
    return <Shown {...{ resource, row }} fact={only} />
  return (
    <Facts
      facts={facts.map((fact) => ({ ...fact, value: <Shown {...{ resource, row, fact }} /> }))}
    />
  )
}

function Shown({ resource, row, fact }: Props & { fact: Fact }) {
  if ('column' in fact) return <Cell isWhole resource={resource} column={fact.column} row={row} />
  return <Entries resource={resource} row={row} field={fact.field} path={fact.path} />
}

/** The entries of an ordered list, numbered: the first text of each, and its other values below. */
function Entries({ resource, row, field, path }: Props & { field: ListField; path: string }) {
  const entries = objectsAt(getAt(row, path))
  if (entries.length === 0)
    return <Typography.Text type="secondary">{translate('None yet.')}</Typography.Text>
  const title = field.fields.find(({ kind }) => kind === 'text')
  return (
    <ol style={{ paddingInlineStart: 24, listStyle: 'decimal' }}>
      {entries.map((entry, at) => {
        const name = title ? textAt(getAt(entry, title.path)) : ''
        return (
          <li key={textAt(entry._id) || `at-${at}`} style={{ paddingBlock: 4 }}>
            <strong dir="auto">{name || `${translate(field.one)} ${at + 1}`}</strong>
            {field.fields.map((one) => {
              const fact = one !== title && entryFact(resource, one, `${path}.${at}`, at + 1, row)
              return fact ? (
                <div key={one.path} style={{ maxWidth: '75ch', whiteSpace: 'pre-line' }} dir="auto">
                  {/* A description below a title needs no label. */}
                  <Typography.Text
                    type="secondary"
                    className={fact.label === 'Description' ? 'sr-only' : ''}
                    style={{ fontSize: 12 }}
                  >
                    {translate(fact.label)}:{' '}
                  </Typography.Text>
                  <Shown {...{ resource, row, fact }} />
                </div>
              ) : null
            })}
          </li>
        )
      })}
    </ol>
  )
}
