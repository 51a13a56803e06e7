import type { HttpError } from '@refinedev/core'
import type { Outcome } from './http-client.ts'

/** What a read of a record finds: its version of now, that it is gone, or nothing. */
export type Found<Version> = { version: Version } | 'gone' | 'unknown'

/** A change laid over another version of its record, and what is left to do with it. */
export interface Rebased<Change> {
  change: Change
  /** `saved`: the version holds all of it already. `clash`: somebody must choose. `open`: it can be sent. */
  is: 'saved' | 'clash' | 'open'
}

/** How the records of one kind are written, read and merged. */
export interface Way<Version, Change> {
  /** Sends the change as one of this version. Throws an HttpError. */
  send(version: Version, change: Change): Promise<unknown>
  /** The version that a 412 carries along; undefined when it carries none. */
  currentOf(base: Version, error: HttpError): Version | undefined
  /** Reads the record anew, past every cache. Never throws. */
  read(): Promise<Found<Version>>
  /** Lays a change of `base` over the version that somebody saved meanwhile. */
  rebase(base: Version, change: Change, theirs: Version): Rebased<Change>
}

/** What became of a write. `change` is what is left to save, laid over `theirs`. */
export type Written<Version, Change> =
  | { kind: 'saved' }
  /** Another version is stored; `base` is the one it was compared with. */
  | { kind: 'clash'; base: Version; theirs: Version; change: Change; error: HttpError }
  | { kind: 'gone'; error: HttpError }
  /** No answer came, nor to a second try with the same key, and the record shows that nothing was saved. */
  | { kind: 'unsaved'; theirs: Version; change: Change; error: HttpError }
  /** No answer came, and the record cannot be read either. */
  | { kind: 'unknown'; error: HttpError }
  | { kind: 'failed'; error: HttpError }

/** How often it is sent before a version that keeps changing is told as a clash. */
const ATTEMPTS = 3

/**
 * Saves a change of a record as one of the version it was made of (If-Match). What happens on 412 is here alone:
 * the change is laid over the newer version and sent again, a few times at most, unless both changed the same.
 * Where no answer came, the record itself tells what became of it. Never throws.
 */
export async function save<Version, Change>(
  base: Version,
  change: Change,
  way: Way<Version, Change>,
): Promise<Written<Version, Change>> {
  for (let left = ATTEMPTS; ; left--) {
    try {
      await way.send(base, change)
      return { kind: 'saved' }
    } catch (thrown) {
      const error = thrown as HttpError
      if (outcomeOf(error) === 'unknown') return await lookWhether(base, change, way, error)
      if (isStatus(error, 404)) return { kind: 'gone', error }
      if (!isStatus(error, 412)) return { kind: 'failed', error }
      const sent = way.currentOf(base, error)
      const now = compare(sent ? { version: sent } : await way.read(), base, change, way, error)
      if (now.kind === 'unknown') return { kind: 'failed', error }
      if (now.kind !== 'unsaved') return now
      if (left === 1) return { ...now, kind: 'clash', base }
      base = now.theirs
      change = now.change
    }
  }
}

/** Reads what became of a save that got no answer. Sends nothing, and never throws. */
export async function lookWhether<Version, Change>(
  base: Version,
  change: Change,
  way: Way<Version, Change>,
  error: HttpError,
): Promise<Written<Version, Change>> {
  return compare(await way.read(), base, change, way, error)
}

/** What the stored version says of a change of `base` that met it. */
function compare<Version, Change>(
  found: Found<Version>,
  base: Version,
  change: Change,
  way: Way<Version, Change>,
  error: HttpError,
): Written<Version, Change> {
  if (found === 'gone') return { kind: 'gone', error }
  if (found === 'unknown') return { kind: 'unknown', error }
  const theirs = found.version
  const rebased = way.rebase(base, change, theirs)
  if (rebased.is === 'saved') return { kind: 'saved' }
  if (rebased.is === 'clash') return { kind: 'clash', base, theirs, change: rebased.change, error }
  return { kind: 'unsaved', theirs, change: rebased.change, error }
}

/** Whether a call failed with this status. */
export function isStatus(error: unknown, status: number): boolean {
  return isRecord(error) && error.statusCode === status
}

/** Whether a call that failed was refused, was never sent, or nobody knows. */
export function outcomeOf(error: unknown): Outcome {
  const outcome = isRecord(error) ? error.outcome : undefined
  return outcome === 'unsent' || outcome === 'unknown' ? outcome : 'refused'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
