import { API_URL } from '#admin/http/backend.ts'
import { readStored } from '#admin/ui/storage.ts'
import { type SessionUser, USER_KEY } from '#contract/session.ts'
import { removeKeptOf } from './storage.ts'

export const CHANNEL = 'waymark drafts'

/** Under whom drafts are kept: the person, at this backend. */
export function ownerOf({ _id, email }: Pick<SessionUser, '_id' | 'email'>): string | undefined {
  const person = _id || email
  return person ? `${person} at ${API_URL}` : undefined
}

/**
 * Forgets the drafts of whose session the browser keeps, here and in its other pages. For a page on which the console
 * is not there: it does so by itself.
 */
export function forgetStoredOwner(): void {
  const owner = storedOwner()
  if (owner === undefined) return
  removeKeptOf(owner).catch(() => undefined)
  const others = new BroadcastChannel(CHANNEL)
  others.postMessage({ cleared: owner })
  others.close()
}

function storedOwner(): string | undefined {
  try {
    return ownerOf(Object(JSON.parse(readStored(USER_KEY) ?? '')))
  } catch {
    return undefined
  }
}
