import { Skeleton } from 'antd'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { listInSentence } from '#admin/format/lists.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { UseRead, UsesRead } from '#admin/providers/record-facts.ts'
import type { Resource } from '#model/resource.ts'
import { lowered } from '#model/words.ts'
import { registry } from '#resources/index.ts'
import css from './DeleteUses.module.css'
import { endedText, type Uses } from './use-uses.ts'

/** Lists the uses of a record before its deletion. Reserves its place while loading. */
export function DeleteUses({
  resource,
  uses: { read, isLoading, blocksDelete },
  leave,
}: {
  resource: Resource
  uses: Uses
  /** A link was followed. */
  leave: () => void
}) {
  return (
    <div className={css.uses} role="status" aria-busy={isLoading}>
      {isLoading ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : read ? (
        <>
          {sentencesOf(resource, read).map((text) => (
            <p key={text}>{text}</p>
          ))}
          {read.uses.map((one) => (
            <Used key={`${one.resource} ${one.label.many}`} used={one} leave={leave} />
          ))}
          {blocksDelete ? (
            <p style={{ fontWeight: 500 }}>
              {translate('It cannot be deleted while it is in use.')}
            </p>
          ) : null}
        </>
      ) : (
        <p>{translate('Failed to check where it is used.')}</p>
      )}
    </div>
  )
}

const OWN: Readonly<Record<string, [one: string, many: string]>> = {
  missions: ['{count} mission', '{count} missions'],
  protocols: ['{count} protocol', '{count} protocols'],
  mentors: ['{count} mentor', '{count} mentors'],
}

/**
 * Returns the sentences on what is deleted with the record and on learners' use of it, or that nothing depends on
 * it.
 */
function sentencesOf({ label }: Resource, read: UsesRead): string[] {
  const { uses, hasOthers, people, signIns } = read
  const noun = translateWithin(label.one)
  const learners = people.find(({ part }) => part === 'learners')?.total ?? 0
  const own = people.flatMap(({ part, total }) => {
    const words = OWN[part]
    return words && total > 0 ? [counted(total, ...words)] : []
  })
  const said = [
    signIns ? endedText(signIns) : '',
    learners > 0
      ? counted(
          learners,
          '{count} learner has this {noun}.',
          '{count} learners have this {noun}.',
          {
            noun,
          },
        )
      : '',
    own.length > 0
      ? translate('This {noun} has {list}. They stay in analytics.', {
          noun,
          list: listInSentence(own),
        })
      : '',
    hasOthers ? translate('Records that you cannot see also use it.') : '',
  ].filter(Boolean)
  return said.length + uses.length > 0 ? said : [translate('Nothing else depends on it.')]
}

/** Maximum number of records that are named. */
const NAMED = 3

/** '2 missions use it: First steps, Portfolio'. Each name links to its record, the count to the list. */
function Used({
  used: { resource, label, total, records, query },
  leave,
}: {
  used: UseRead
  leave: () => void
}) {
  const found = registry.find(({ name, hasOwnPage }) => name === resource && !hasOwnPage)
  const [one, many] = [label.one, label.many].map(lowered)
  const named = records.slice(0, NAMED)
  const more = total - named.length
  const words = translate('and {count} more', { count: more })
  return (
    <p>
      {counted(total, `{count} ${one} uses it`, `{count} ${many} use it`)}
      {named.length > 0 ? ': ' : '.'}
      {named.map(({ id, name }, at) => (
        <Fragment key={id}>
          {at > 0 ? ', ' : ''}
          {found ? (
            <Link
              style={{ textDecoration: 'underline' }}
              to={pageAddress(found.page, id)}
              onClick={leave}
              dir="auto"
            >
              {name}
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
        </Fragment>
      ))}
      {named.length > 0 && more > 0 ? (
        <>
          {' '}
          {found && query ? (
            <Link to={`${pageAddress(found.page)}${query}`} onClick={leave}>
              {words}
            </Link>
          ) : (
            words
          )}
        </>
      ) : null}
    </p>
  )
}
