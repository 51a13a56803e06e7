import { faultOf } from '#server/db/faults.ts'
import type { Changes } from '#server/history/changes.ts'
import type { Erasing } from '#server/history/erase.ts'
import type { Author } from '#server/http/authorise.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Data } from '#server/records/shape.ts'
import type { Store } from '#server/store.ts'
import type { Mailing } from './mailing.ts'
import { type EntryLinks, entryIn } from './waitlist-links.ts'
import { ASKS_TO_CONFIRM, isUnconfirmed, WAITLIST } from './waitlist-mails.ts'

/** The way of an address onto the waitlist and off it (decision 012). */
export interface Waitlist {
  /** Whether an address is asked by mail before it counts. */
  readonly asksByMail: boolean
  /** Takes an address; one that is there already stays as it is, and nothing tells. */
  join(values: Data, author: Author): Promise<void>
  /** Whether the token was good. Once more does nothing. */
  confirm(token: string, author: Author): Promise<boolean>
  /** Erases the entry for good. Whether the token was good; once more does nothing. */
  leave(token: string, author: Author): Promise<boolean>
  /** Erases some of those that nobody confirmed in time. Gives whether more may be left. */
  sweep(signal?: AbortSignal): Promise<boolean>
}

const DAY_MS = 86_400_000
const UNCONFIRMED_MS = 7 * DAY_MS
/** In one round, so that it ends within its deadline. */
const MOST_AT_ONCE = 100
const NOBODY: Author = { id: null, requestId: null, role: null, via: 'command' }

export function createWaitlist(
  store: Store,
  changes: Changes,
  erasing: Erasing,
  mailing: Pick<Mailing, 'isOn' | 'add'>,
  links: EntryLinks,
): Waitlist {
  const records = () => store.records(WAITLIST)

  return {
    asksByMail: mailing.isOn,

    async join(values, author) {
      const status = mailing.isOn ? 'unconfirmed' : 'confirmed'
      try {
        await changes.create(WAITLIST, { ...values, status }, author)
      } catch (error) {
        // Known already. Whose address that is, is nobody's business: what stands there stays, and
        // the answer is that of a new one.
        if (faultOf(error)?.kind !== 'taken') throw error
      }
      const email = String(values.email)
      // Whether it waits to be confirmed is found out when the mail is sent, so that no time tells.
      if (mailing.isOn && !(await store.askingLimits.isMailed(email)))
        await mailing.add({ ...ASKS_TO_CONFIRM, recipient: email })
    },

    async confirm(token, author) {
      const id = entryIn(token)
      const entry = id === undefined ? undefined : await records().get(id)
      if (!entry || !links.isConfirming(token, entry.id, String(entry.data.email))) return false
      if (!isUnconfirmed(entry)) return true
      return isDone(() =>
        changes.update(WAITLIST, entry.id, { status: 'confirmed' }, undefined, author),
      )
    },

    async leave(token, author) {
      const id = entryIn(token)
      if (id === undefined || !links.isLeaving(token, id)) return false
      // One that is erased, or was never brought back from a backup, is off the waitlist.
      await isDone(() => erasing.one(WAITLIST, id, undefined, author))
      return true
    },

    async sweep(signal) {
      const unconfirmed = [{ path: 'status', is: 'unconfirmed' }]
      const oldest = await records().firstOf(store.pool, unconfirmed, MOST_AT_ONCE)
      const late = oldest.filter(
        ({ createdAt }) => Date.now() - Date.parse(createdAt) > UNCONFIRMED_MS,
      )
      for (const { id, version } of late) {
        if (signal?.aborted) return false
        // Who confirms at this very moment stays.
        await isDone(() => erasing.one(WAITLIST, id, [version], NOBODY), 'stale')
      }
      return late.length === MOST_AT_ONCE
    },
  }
}

/** Whether it could be done. What stands against it but the record's own state is thrown on. */
async function isDone(work: () => Promise<unknown>, ...also: string[]): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Refusal && ['not_found', ...also].includes(error.error.code)) return false
    throw error
  }
}
