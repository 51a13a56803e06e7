import type { Declaration } from '../declaration.ts'
import { describe } from '../describe.ts'
import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'
import { adviceFor } from './known.ts'

/** An inbox of what is no letter, or beside another body of the list. */
export function inboxFaults({ inbox, row, hasOwnPage }: Resource, { list }: Declaration): Fault[] {
  if (!inbox) return []
  const faults: Fault[] = []
  for (const key of ['address', 'subject', 'text'] as const)
    if (describe(row, `${inbox[key]}`)?.kind !== 'text')
      faults.push({
        at: `inbox.${key}`,
        what: `a row has no text '${inbox[key]}'`,
        fix: adviceFor(`${inbox[key]}`, row),
      })
  if (typeof inbox.isNew !== 'function')
    faults.push({
      at: 'inbox.isNew',
      what: 'nothing says which of them are new',
      fix: "write isNew: ({ status }) => status === 'new'",
    })
  if (list !== undefined)
    faults.push({ at: 'list', what: 'an inbox is a body of its own', fix: 'leave out one of them' })
  if (hasOwnPage)
    faults.push({
      at: 'inbox',
      what: 'nothing shows it, for the page is its own',
      fix: 'leave it out, or ownPage',
    })
  return faults
}
