import { uuidv7 } from 'uuidv7'
import { numbered } from '#model/order.ts'
import { findAt, mapAt } from '#model/paths.ts'
import { countOf } from '#model/plural.ts'
import { withIds } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { type FieldErrors, MOST_FAULTS } from '#model/words.ts'
import type { Tx } from '#server/db/pool.ts'
import { conflict, invalid, type Refusal } from '#server/http/refusal.ts'
import type { Store } from '#server/store.ts'
import type { Use } from './reference-sql.ts'
import { type Data, isId, referencesIn } from './shape.ts'

/** What a resource's writes have to do with other records. */
export interface Links {
  /** The body with plain ids where records stood (MEN-03), written as they are stored. */
  plain(body: Data): Data
  /** The value to store: places numbered, and an id for each entry of an ordered list (MIS-03). */
  placed(mode: 'create' | 'edit', data: Data): Data
  /**
   * The references that a value has and did not have before. What the record held is not asked for again: it may be
   * gone by now, and must not keep anybody from editing the rest.
   */
  fresh(data: Data, before: Data | undefined): Link[]
  /** Says at each path that its record does not exist. */
  refusal(missing: readonly Link[]): Refusal
  /**
   * Throws 409 that says by how many of what this record is used (CF-03), as far as whoever asks may read those
   * resources. After the row is locked.
   */
  refuseIfUsed(tx: Tx, id: string, mayRead: MayRead): Promise<void>
  /** The same refusal for uses that are known; undefined without any. */
  refusedAsUsed(uses: readonly Use[], mayRead: MayRead): Refusal | undefined
}

type MayRead = (resource: string | undefined) => boolean

/** A reference, and where it stands. */
export interface Link {
  to: string
  at: string
  id: string
}

export function createLinks({ references }: Store, resource: Resource): Links {
  const links = referencesIn(resource)
  const one = resource.label.one.toLowerCase()

  const linksIn = (data: Data): Link[] =>
    links.flatMap(({ path, to }) =>
      findAt(data, path).map(({ at, value }) => ({ to, at, id: String(value) })),
    )

  const refusedAsUsed: Links['refusedAsUsed'] = (uses, mayRead) => {
    if (uses.length === 0) return undefined
    const told = uses.filter(({ resource }) => mayRead(resource))
    const counts = told.map(({ label, count }) =>
      countOf(count, label.one, label.many).toLowerCase(),
    )
    if (told.length < uses.length) counts.push('other records')
    return conflict(`This ${one} is used by ${inWords(counts)}.`)
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

    fresh(data, before = {}) {
      const held = new Set(linksIn(before).map(({ to, id }) => `${to} ${id}`))
      return linksIn(data).filter(({ to, id }) => !held.has(`${to} ${id}`))
    },

    refusal(missing) {
      const errors: FieldErrors = Object.fromEntries(
        missing
          .slice(0, MOST_FAULTS)
          .map(({ to, at }) => [
            at,
            `The chosen ${references.nounOf(to)} does not exist, or was deleted.`,
          ]),
      )
      return invalid([...new Set(Object.values(errors))].join(' '), errors)
    },

    refusedAsUsed,

    async refuseIfUsed(tx, id, mayRead) {
      const refusal = refusedAsUsed(await references.uses(tx, resource.name, id), mayRead)
      if (refusal) throw refusal
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
