import { Skeleton } from 'antd'
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

/**
 * Says before a deletion what hangs on the record (DEL-01), in a place that is there from the start: nothing moves
 * when the answer comes.
 */
export function DeleteUses({
  resource,
  uses: { told, isLoading, stands },
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
      ) : told ? (
        <>
          {sentencesOf(resource, told).map((text) => (
            <p key={text}>{text}</p>
          ))}
          {told.uses.map((one) => (
            <Used key={`${one.resource} ${one.label.many}`} used={one} leave={leave} />
          ))}
          {told.hasOthers ? (
            <p>{translate('Other records use it, that you may not see.')}</p>
          ) : null}
          {stands ? (
            <p style={{ fontWeight: 500 }}>{translate('It cannot be deleted while it is used.')}</p>
          ) : null}
        </>
      ) : (
        <p>{translate('What depends on it could not be found out.')}</p>
      )}
    </div>
  )
}

/** What ends with it, what learners do with it; or that nothing depends on it at all. */
function sentencesOf(resource: Resource, told: UsesRead): string[] {
  const ends = told.signIns ? [endedText(told.signIns)] : []
  const { uses, hasOthers } = told
  const others = learnersText(resource, told)
  const isNothing = ends.length + others.length + uses.length === 0 && !hasOthers
  return isNothing ? [translate('Nothing else depends on it.')] : [...ends, ...others]
}

function learnersText({ label }: Resource, { people }: UsesRead): string[] {
  const noun = translateWithin(label.one)
  const learners = people.find(({ part }) => part === 'learners')
  const own = people.filter(({ part, total }) => part in OWN && total > 0)
  if (learners && learners.total > 0) {
    const { total, open } = learners
    if (open === undefined)
      return [
        counted(total, '{count} learner has this {noun}.', '{count} learners have this {noun}.', {
          noun,
        }),
      ]
    const done = total - open
    const inIt = counted(open, '{count} learner is in it', '{count} learners are in it')
    return [
      open === 0
        ? counted(done, '{count} learner completed it.', '{count} learners completed it.')
        : done === 0
          ? `${inIt}.`
          : translate('{inIt}, {count} completed it.', { inIt, count: done }),
    ]
  }
  if (own.length > 0) {
    const things = own.map(({ part, total }) => counted(total, ...(OWN[part] ?? ['', ''])))
    const list = listInSentence(things)
    return [translate('This {noun} has {list}. The figures keep them.', { noun, list })]
  }
  return []
}

const OWN: Readonly<Record<string, [one: string, many: string]>> = {
  missions: ['{count} mission', '{count} missions'],
  protocols: ['{count} protocol', '{count} protocols'],
  mentors: ['{count} mentor', '{count} mentors'],
}

/** So many are named. */
const NAMED = 3

/** '2 missions use it: First steps, Portfolio'; each name leads to its record, the rest to their list. */
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
        <span key={id}>
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
        </span>
      ))}
      {named.length > 0 && more > 0 ? ' ' : ''}
      {named.length === 0 || more === 0 ? null : found && query ? (
        <Link to={`${pageAddress(found.page)}${query}`} onClick={leave}>
          {words}
        </Link>
      ) : (
        words
      )}
    </p>
  )
}
