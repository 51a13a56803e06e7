import { Skeleton, Typography } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { objectsAt, textAt } from '#admin/providers/adapters/coerce.ts'
import { Absent } from '#admin/ui/Absent.tsx'
import { Part } from '#admin/ui/Boundary.tsx'
import type { Field, ListField, Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { Cell } from '../cells/Cell.tsx'
import { FactList, Fact as LabelledFact } from '../Fact.tsx'
import { usePart } from '../parts/finder.ts'
import { entryFact, type Fact, type FactGroup } from './facts.ts'
import { RecordCard } from './RecordCard.tsx'
import css from './RecordFacts.module.css'

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
          <Part waiting={<Skeleton active />}>
            <OwnDetail page={page} name={detail} row={row} />
          </Part>
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

function OwnDetail({ page, name, row }: { page: string; name: string; row: Row }) {
  const Detail = usePart(page, 'detail', name)
  return <Detail row={row} />
}

/** Pairs of label and value; a list that stands alone under its heading needs no label. */
export function FactsShown({ resource, row, facts }: Props & { facts: readonly Fact[] }) {
  const [only] = facts
  if (only?.kind === 'entries' && facts.length === 1)
    return <Entries resource={resource} row={row} field={only.field} path={only.path} />
  return (
    <FactList>
      {facts.map((fact) => (
        <LabelledFact key={fact.label} label={fact.label} isWide={fact.isWide}>
          <Shown resource={resource} row={row} fact={fact} />
        </LabelledFact>
      ))}
    </FactList>
  )
}

function Shown({ resource, row, fact }: Props & { fact: Fact }) {
  switch (fact.kind) {
    case 'words':
      return fact.text || <Absent />
    case 'entries':
      return <Entries resource={resource} row={row} field={fact.field} path={fact.path} />
    case 'value':
      return <Cell isWhole resource={resource} column={fact.column} row={row} />
  }
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
    <ol className={css.entries}>
      {entries.map((entry, at) => {
        const name = title ? textAt(getAt(entry, title.path)) : ''
        return (
          <li key={textAt(entry._id) || `at-${at}`}>
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
    <div style={{ marginBlockStart: 4 }}>
      {/* What is said below a title needs no word before it. */}
      <span className={fact.label === 'Description' ? 'sr-only' : css.label}>
        {translate(fact.label)}
      </span>
      <div style={{ maxWidth: '75ch', whiteSpace: 'pre-line' }} dir="auto">
        <Shown {...props} fact={fact} />
      </div>
    </div>
  )
}
