import { uuidv7 } from 'uuidv7'
import { numbered } from '#model/order.ts'
import { findAt, mapAt } from '#model/paths.ts'
import { withIds } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { type FieldErrors, MOST_FAULTS } from '#model/words.ts'
import type { Tx } from '#server/store/pool.ts'
import { referencesIn } from '#server/store/references-in.ts'
import { type Data, isId } from '#server/store/shape.ts'
import type { Store } from '#server/store/store.ts'
import { conflict, invalid } from './refusals.ts'

/** What a resource's writes have to do with other records. */
export interface Links {
  /** The body with plain ids where records stood (MEN-03), written as they are stored. */
  plain(body: Data): Data
  /** The value to store: places numbered, and an id for each entry of an ordered list (MIS-03). */
  placed(mode: 'create' | 'edit', data: Data): Data
  /**
   * Throws 400 at each path whose record does not exist. What the record held before is not asked for
   * again: it may be gone by now, and must not keep anybody from editing the rest.
   */
  check(tx: Tx, data: Data, before: Data | undefined): Promise<void>
  /**
   * Throws 409 that says by how many of what this record is used (CF-03), as far as whoever asks may read those
   * resources. After the row is locked.
   */
  refuseIfUsed(
    tx: Tx,
    id: string,
    mayRead: (resource: string | undefined) => boolean,
  ): Promise<void>
}

export function createLinks({ references }: Store, resource: Resource): Links {
  const links = referencesIn(resource)
  const targets = [...new Set(links.map(({ to }) => to))]

  /** Every id at the references to one target, with where it stands. */
  const idsTo = (target: string, data: Data) =>
    links.flatMap(({ path, to }) => (to === target ? findAt(data, path) : []))

  const missing = async (tx: Tx, to: string, data: Data, before: Data): Promise<FieldErrors> => {
    const held = new Set(idsTo(to, before).map(({ value }) => value))
    const fresh = idsTo(to, data).filter(({ value }) => !held.has(value))
    if (fresh.length === 0) return {}
    const ids = new Set(fresh.map(({ value }) => String(value)))
    const live = await references.lockShared(tx, to, [...ids])
    const noun = references.nounOf(to)
    return Object.fromEntries(
      fresh
        .filter(({ value }) => !live.has(String(value)))
        .slice(0, MOST_FAULTS)
        .map(({ at }) => [at, `The chosen ${noun} does not exist, or was deleted.`]),
    )
  }

  return {
    plain(body) {
      if (links.length === 0) return body
      const plain = [resource.update, resource.create].reduce(
        (value, schema) => withIds(schema, value),
        body,
      )
      // An id is the same in capitals, and is found again by how it is written.
      return links.reduce((value, { path }) => mapAt(value, path, lowerCase), plain)
    },

    placed: (mode, data) =>
      numbered(mode === 'create' ? resource.create : resource.update, data, uuidv7) as Data,

    async check(tx, data, before = {}) {
      const errors: FieldErrors = {}
      for (const to of targets) Object.assign(errors, await missing(tx, to, data, before))
      const words = new Set(Object.values(errors))
      if (words.size > 0) throw invalid([...words].join(' '), errors)
    },

    async refuseIfUsed(tx, id, mayRead) {
      const uses = await references.uses(tx, resource.name, id)
      if (uses.length === 0) return
      const told = uses.filter(({ resource }) => mayRead(resource))
      const counts = told.map(({ label, count }) =>
        `${count} ${count === 1 ? label.one : label.many}`.toLowerCase(),
      )
      if (told.length < uses.length) counts.push('other records')
      throw conflict(`This ${resource.label.one.toLowerCase()} is used by ${inWords(counts)}.`)
    },
  }
}

/** '3 missions, 1 protocol and 2 mentors'. */
function inWords(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}

function lowerCase(value: unknown): unknown {
  return isId(value) ? value.toLowerCase() : value
}
