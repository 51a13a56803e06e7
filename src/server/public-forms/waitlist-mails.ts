import { brand } from '#brand'
import { API_BASE } from '#contract/api.ts'
import { UNSUBSCRIBE_PATH } from '#contract/forms.ts'
import { CONFIRM_PAGE_PATH } from '#contract/pages.ts'
import type { Stored } from '#server/records/shape.ts'
import type { Store } from '#server/store.ts'
import type { Mail } from './mail-queue.ts'
import type { Letter } from './mailer.ts'
import type { EntryLinks } from './waitlist-links.ts'

export const WAITLIST = 'waitlist'

/** The kind of mail that asks whoever has an address whether it shall be on the waitlist. */
export const CONFIRM_ENTRY = 'waitlist-confirm'

export const ASKS_TO_CONFIRM: Pick<Mail, 'kind' | 'subject' | 'body'> = {
  kind: CONFIRM_ENTRY,
  subject: `Join the waitlist of ${brand.name}?`,
  body: `Hello,\n\nsomebody left this address on the waitlist of ${brand.name}. If that was you, confirm it here within 7 days:\n\n{confirm}\n\nIf it was not, you need do nothing: the address is then erased. To have it erased now:\n\n{unsubscribe}\n`,
}

/** The live entry of an address, however it is written. */
async function entryOf(store: Pick<Store, 'taken' | 'records' | 'pool'>, email: string) {
  const records = store.records(WAITLIST)
  const rule = records.resource.unique.find(({ path }) => path === 'email')
  if (!rule) throw new Error('The waitlist has to have each email once.')
  const [taken] = await store.taken(WAITLIST).of(store.pool, rule, [{ email }])
  return taken?.holder ? records.get(taken.holder) : undefined
}

export const isUnconfirmed = ({ data }: Stored) => data.status === 'unconfirmed'

/**
 * Makes the mail to an address when it is sent, for the queue holds no token; undefined where nobody waits for it.
 * Each has its way off the waitlist, also as one press in the mail program (RFC 8058).
 */
export function createEntryMails(
  store: Pick<Store, 'taken' | 'records' | 'pool'>,
  links: EntryLinks,
  origin: string,
) {
  return async (email: string, body: string): Promise<Omit<Letter, 'subject'> | undefined> => {
    const entry = await entryOf(store, email)
    if (!entry || !isUnconfirmed(entry)) return undefined
    const to = String(entry.data.email)
    const confirm = `${origin}${CONFIRM_PAGE_PATH}#${links.confirming(entry.id, to)}`
    const unsubscribe = `${origin}${API_BASE}${UNSUBSCRIBE_PATH}/${links.leaving(entry.id)}`
    return {
      to,
      text: body.replaceAll('{confirm}', confirm).replaceAll('{unsubscribe}', unsubscribe),
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }
  }
}
