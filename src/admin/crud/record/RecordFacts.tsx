import { Typography } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { objectsAt, textAt } from '#admin/providers/adapters/coerce.ts'
import type { Field, ListField, Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { Cell } from '../cells/Cell.tsx'
import { Facts } from '../Facts.tsx'
import { OwnPart } from '../parts/OwnPart.tsx'
import { entryFact, type Fact, type FactGroup } from './facts.ts'
import { RecordCard } from './RecordCard.tsx'

interface Props {
  resource: Resource
  row: Row
}

/** What a record says, under the headings of its form; the detail that a declaration names stands in their place. */
export function RecordFacts({ resource, row, groups }: Props & { groups: readonly FactGroup[] }) {
  const { detail, page, label } = resource
  return (
    <>
      {typeof detail === 'string' ? (
        <RecordCard title={translate(label.one)}>
          <OwnPart page={page} kind="detail" name={detail} row={row} />
        </RecordCard>
      ) : null}
      {groups.map(({ heading, facts }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, and nothing in here keeps a state
        <RecordCard key={at} title={translate(heading ?? label.one)}>
          <FactsShown resource={resource} row={row} facts={facts} />
        </RecordCard>
      ))}
    </>
  )
}

/** Pairs of label and value; a list that stands alone under its heading needs no label. */
export function FactsShown({ resource, row, facts }: Props & { facts: readonly Fact[] }) {
  const [only] = facts
  if (only && 'field' in only && facts.length === 1)
    return <Entries resource={resource} row={row} field={only.field} path={only.path} />
  return (
    <Facts
      facts={facts.map((fact) => ({
        ...fact,
        value: <Shown resource={resource} row={row} fact={fact} />,
      }))}
    />
  )
}

function Shown({ resource, row, fact }: Props & { fact: Fact }) {
  if ('column' in fact) return <Cell isWhole resource={resource} column={fact.column} row={row} />
  return <Entries resource={resource} row={row} field={fact.field} path={fact.path} />
}

/** The entries of an ordered list, numbered: the first of their texts, and below it what else they say. */
function Entries({ resource, row, field, path }: Props & { field: ListField; path: string }) {
  const entries = objectsAt(getAt(row, path))
  if (entries.length === 0)
    return (
      <Typography.Text type="secondary" style={{ display: 'block' }}>
        {translate('None yet.')}
      </Typography.Text>
    )
  const [title, others] = titleIn(field)
  return (
    <ol style={{ paddingInlineStart: 24, listStyle: 'decimal' }}>
      {entries.map((entry, at) => {
        const name = title ? textAt(getAt(entry, title.path)) : ''
        return (
          <li key={textAt(entry._id) || `at-${at}`} style={{ paddingBlock: 4 }}>
            <strong dir="auto">{name || `${translate(field.one)} ${at + 1}`}</strong>
            {others.map((one) => (
              <EntryFact
                key={one.path}
                fact={entryFact(resource, one, `${path}.${at}`, at + 1, row)}
                {...{ resource, row }}
              />
            ))}
          </li>
        )
      })}
    </ol>
  )
}

function titleIn({ fields }: ListField): [Field | undefined, readonly Field[]] {
  const title = fields.find(({ kind }) => kind === 'text')
  return [title, fields.filter((one) => one !== title)]
}

function EntryFact({ fact, ...props }: Props & { fact: Fact | undefined }) {
  if (!fact) return null
  return (
    <div style={{ maxWidth: '75ch', whiteSpace: 'pre-line' }} dir="auto">
      {/* A description below a title needs no label. */}
      <Typography.Text
        type="secondary"
        className={fact.label === 'Description' ? 'sr-only' : ''}
        style={{ fontSize: 12 }}
      >
        {translate(fact.label)}:{' '}
      </Typography.Text>
      <Shown {...props} fact={fact} />
    </div>
  )
}
