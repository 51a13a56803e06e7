import { pageAddress } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import type { PlannedItem } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import css from './BulkDialog.module.css'
import { countedRecords } from './words.ts'

/** So many names of a group are shown; the others are counted. */
const MOST = 50

/** Records that stay as they are, by why, each with a link that opens beside what is going on here. */
export function Stayed({
  resource,
  items,
  text,
}: {
  resource: Resource
  items: readonly PlannedItem[]
  /** What is said of them; {records} is how many. */
  text: string
}) {
  if (items.length === 0) return null
  return (
    <section className={css.stayed}>
      <p>{translate(text, { records: countedRecords(resource, items.length) })}</p>
      <ul>
        {byReason(items).map((reason) => (
          <li key={reason.text}>
            <p style={{ overflowWrap: 'anywhere' }}>
              {reason.text || translate('No reason was given.')}
            </p>
            <Names resource={resource} items={reason.items} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Records by why they stay, those with the most first. */
function byReason(items: readonly PlannedItem[]) {
  const reasons = new Set(items.map(({ reason = '' }) => reason))
  return [...reasons]
    .map((text) => ({ text, items: items.filter(({ reason = '' }) => reason === text) }))
    .sort((one, other) => other.items.length - one.items.length)
}

/** What records are called, with links; many are folded. */
export function Names({ resource, items }: { resource: Resource; items: readonly PlannedItem[] }) {
  const more = items.length - MOST
  return (
    <ul className={css.names}>
      {items.slice(0, MOST).map(({ id, name }) => (
        <li key={id ?? name}>
          <a href={pageAddress(resource.page, id)} target="_blank" rel="noreferrer" dir="auto">
            {name}
          </a>
        </li>
      ))}
      {more > 0 ? <li>{translate('and {count} more', { count: more })}</li> : null}
    </ul>
  )
}
