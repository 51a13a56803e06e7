import { API_URL } from '#admin/http/backend.ts'
import { currentSession, onSession } from '#admin/http/session.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { type SessionUser, USER_KEY } from '#contract/session.ts'
import { isObject } from '#model/paths.ts'

/** Unsaved input of one record, kept in localStorage until it is saved, discarded or signed out of. */
export interface StoredDraft {
  /** Where it was typed: a form of a resource, the editor of dashboards. */
  place: string
  /** The record's id; '' for a new one. */
  record: string
  /** What the record is called. */
  name: string
  /** When it was typed, in milliseconds. */
  at: number
  value: unknown
}

const PREFIX = 'waymark draft '
const MAX_AGE = 30 * 86_400_000

/** The localStorage key of a draft of the signed-in person; undefined while nobody is signed in. */
export function draftKey(place: string, record: string): string | undefined {
  const prefix = ownPrefix()
  return prefix && `${prefix}${place} ${record}`
}

/** Reads one draft; undefined when there is none, or it is too old or broken. */
export function readDraft(key: string | undefined): StoredDraft | undefined {
  try {
    const draft: unknown = JSON.parse((key && readStored(key)) || 'null')
    const isDraft = isObject(draft) && typeof draft.at === 'number' && isObject(draft.value)
    return isDraft && Number(draft.at) > Date.now() - MAX_AGE
      ? (draft as unknown as StoredDraft)
      : undefined
  } catch {
    return undefined
  }
}

const listeners = new Set<() => void>()
let version = 0

/** Calls at each change of the drafts, in this tab and in others. */
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes with the drafts: a snapshot for useSyncExternalStore. */
export const draftsVersion = (): number => version

/** Says that the drafts, or those that are being typed, are others now. */
export function draftsChanged(): void {
  version += 1
  for (const listener of listeners) listener()
}

/** Stores a draft, or removes it. Gives false when the browser refused. */
export function writeDraft(key: string, draft: StoredDraft | null): boolean {
  if (!draft && readStored(key) === null) return true
  const isDone = writeStored(key, draft && JSON.stringify(draft))
  draftsChanged()
  return isDone
}

/** All drafts of a place, the newest first. */
export function draftsAt(place: string): StoredDraft[] {
  const prefix = draftKey(place, '')
  return draftKeys()
    .filter((key) => prefix !== undefined && key.startsWith(prefix))
    .flatMap((key) => readDraft(key) ?? [])
    .sort((one, other) => other.at - one.at)
}

/** Removes the drafts of a record, whoever typed them: it was erased for good. */
export function removeDraftsOf(place: string, record: string): void {
  for (const key of draftKeys()) if (key.endsWith(` ${place} ${record}`)) writeDraft(key, null)
}

/** Removes the drafts of the signed-in user, who signs out. */
export function removeOwnDrafts(): void {
  const prefix = ownPrefix()
  for (const key of draftKeys()) if (prefix && key.startsWith(prefix)) writeDraft(key, null)
}

/** Follows the session and the other tabs, and removes drafts that are too old. Call once. */
export function startDrafts(): void {
  onSession(draftsChanged)
  addEventListener('storage', ({ key }) => key?.startsWith(PREFIX) && draftsChanged())
  for (const key of draftKeys()) if (!readDraft(key)) writeDraft(key, null)
}

/** Whether the user signed out: a session that ends by itself has a message, and keeps the drafts. */
export function isSignedOut(): boolean {
  const session = currentSession()
  return session.status === 'out' && session.message === undefined
}

/** What the keys of the signed-in user's drafts begin with; while nobody answers, of the user whose session is stored. */
function ownPrefix(): string | undefined {
  const session = currentSession()
  try {
    const { _id, email }: SessionUser =
      session.status === 'in' ? session.user : Object(JSON.parse(readStored(USER_KEY) ?? ''))
    const user = _id || email
    return user ? `${PREFIX}${user} at ${API_URL} ` : undefined
  } catch {
    return undefined
  }
}

function draftKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    return []
  }
}
