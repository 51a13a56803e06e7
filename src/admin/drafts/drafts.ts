import { API_URL } from '#admin/http/backend.ts'
import { currentSession } from '#admin/http/session.ts'
import { createStore } from '#admin/ui/create-store.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { type SessionUser, USER_KEY } from '#contract/auth.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'

/**
 * Unsaved input of a form, stored in localStorage until the user saves, discards or signs out. If two tabs edit one
 * record, the latest input is stored.
 */
export interface StoredDraft {
  key: string
  /** The form: of a resource, or the editor of dashboards. */
  place: string
  /** Id of the record; '' for a new one. */
  record: string
  /** Name of the record. */
  name: string
  /** Time of the last change, in milliseconds. */
  at: number
  value: unknown
}

/** Returns the `place` of drafts of a resource's forms. */
export const draftPlace = ({ page }: Resource): string => `form of ${page}`

const PREFIX = 'waymark draft '
const MAX_AGE = 30 * 86_400_000

const changes = createStore(0)
/** A snapshot for useSyncExternalStore. */
export const draftsVersion = changes.now
/** Notifies listeners that a draft or the set of open forms has changed. */
export const draftsChanged = () => changes.set(changes.now() + 1)

/** Calls the listener at each change of the drafts, in this tab and in others. */
export function onDrafts(listener: () => void): () => void {
  addEventListener('storage', draftsChanged)
  return changes.watch(listener)
}

/** Returns the key of the signed-in user's draft of a record, or '' without a user. */
export function draftKey(place: string, record: string): string {
  const own = ownPrefix()
  return own ? `${own}${place} ${record}` : ''
}

/** Returns false if the browser refuses. */
export function writeDraft({ key, ...draft }: StoredDraft): boolean {
  const isStored = writeStored(key, JSON.stringify(draft))
  draftsChanged()
  return isStored
}

export function removeDraft(key: string): void {
  if (readStored(key) === null) return
  writeStored(key, null)
  draftsChanged()
}

/** Returns the signed-in user's drafts of a place, newest first. */
export function draftsAt(place: string): StoredDraft[] {
  const own = ownPrefix()
  return own ? readDrafts(own).filter((draft) => draft.place === place) : []
}

/** Removes all users' drafts of a record that was erased. */
export function removeDraftsOf(place: string, record: string): void {
  for (const draft of readDrafts(PREFIX))
    if (draft.place === place && draft.record === record) removeDraft(draft.key)
}

/** Removes the user's drafts at sign-out. A session that expires keeps them. */
export function removeOwnDrafts(): void {
  const own = ownPrefix()
  for (const { key } of own ? readDrafts(own) : []) removeDraft(key)
}

/** Returns the key prefix of a user at this backend. Before the session is verified, uses the stored user. */
function ownPrefix(): string | undefined {
  const session = currentSession()
  const user = session.status === 'in' ? session.user : parsed(readStored(USER_KEY))
  const { _id, email } = Object(user) as Partial<SessionUser>
  return _id || email ? `${PREFIX}${_id || email} at ${API_URL} ` : undefined
}

/** Returns the drafts whose keys have the prefix, newest first. Removes expired and invalid ones. */
function readDrafts(prefix: string): StoredDraft[] {
  const drafts = storedKeys()
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const draft = parsed(readStored(key))
      if (isObject(draft) && Number(draft.at) > Date.now() - MAX_AGE && isObject(draft.value))
        return { ...draft, key } as unknown as StoredDraft
      writeStored(key, null)
      return []
    })
  return drafts.sort((one, other) => other.at - one.at)
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
