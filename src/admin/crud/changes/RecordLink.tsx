import { use } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import type { EntryAction } from '#contract/changes.ts'
import { cameFrom } from '../came-from.ts'
import { resourceNamed } from '../references/target.ts'

/** A record's name at the time of a change or an event. It links to the record while that exists. */
export function RecordLink({
  record: { resource: named, id, name, isLive, action },
}: {
  record: {
    resource: string
    id: string
    name: string
    isLive: boolean
    /** The action on the record, when the surrounding text names it. */
    action?: EntryAction
  }
}) {
  const location = useLocation()
  const state = cameFrom(location, translate(use(PageContext).title))
  const resource = resourceNamed(named)
  const noun = resource?.label.one ?? 'Record'
  if (resource && !resource.hasOwnPage && isLive)
    return (
      <Link
        to={pageAddress(resource.page, id)}
        state={state}
        dir="auto"
        // Within a sentence, colour alone does not identify a link.
        style={{ textDecoration: 'underline', unicodeBidi: 'isolate' }}
      >
        {name || translate(noun)}
      </Link>
    )
  if (!name) return translate('Deleted {noun}', { noun: translateWithin(noun) })
  const isSaid = isLive || action === 'delete' || action === 'erase'
  return (
    <>
      <bdi>{name}</bdi>
      {isSaid ? null : ` ${translate('(deleted)')}`}
    </>
  )
}
