import type { Resource } from '#model/resource.ts'
import { countedBy } from '#server/analytics/counted-by.ts'
import { inTransaction, type Tx } from '#server/db/pool.ts'
import type { Store } from '#server/db/store.ts'
import { conflict, notFound, Refusal, stale } from '#server/http/refusal.ts'
import { type AccessRules, hasAdminRole } from '#server/records/access.ts'
import { createLinks } from '#server/records/references.ts'
import type { Noted, SecurityLog } from '#server/security-log/security-log.ts'
import type { Changes, Expected } from './changes.ts'
import { createEraser, type Remains } from './erase.ts'
import type { Author } from './write.ts'

/**
 * Erasing for good: what a record said leaves the database, and that it was there, who erased it and when stays
 * (decision 028). There is no way back.
 */
export interface Erasing {
  /**
   * Erases a record, live or deleted; once more does nothing. A live one is deleted before, by the rules of that.
   * Gives the id of the change. Refuses what does not exist, another version than was expected, and what live
   * records refer to. Whether the author may is asked before.
   */
  one(resource: string, id: string, expected: Expected, author: Author): Promise<string | undefined>
  /**
   * Erases up to so many of what was deleted before a moment, in a transaction whose lock `tx` holds. Gives how
   * many there were; those that live records refer to stay.
   */
  old(tx: Tx, resource: string, before: Date, most: number): Promise<number>
}

const ATTEMPTS = 5
/** Who erases what is old. */
const NOBODY: Author = { id: null, requestId: null, role: null, via: 'command' }

export function createErasing(
  store: Store,
  registry: readonly Resource[],
  changes: Changes,
  access: AccessRules,
  security: SecurityLog,
): Erasing {
  const subjects = new Map(
    registry.map((resource) => [
      resource.name,
      {
        eraser: createEraser(resource),
        links: createLinks(store, resource),
        noun: resource.label.one.toLowerCase(),
        counted: countedBy(resource.name),
        own: resource.access.own,
      },
    ]),
  )
  const subjectOf = (name: string) => {
    const found = subjects.get(name)
    if (!found) throw new Error(`The registry has no resource '${name}'.`)
    return found
  }

  const eraseDeleted = async (
    name: string,
    id: string,
    author: Author,
  ): Promise<string | undefined> => {
    const { eraser, links, counted } = subjectOf(name)
    const mayRead = (on: string | undefined) =>
      author.role === null ||
      (on === undefined ? hasAdminRole({ role: author.role }) : access.mayRead(author.role, on))
    const noted = notedOf(name, id, author)
    const done = await inTransaction(store.pool, async (tx) => {
      const change = await eraser.erase(tx, [id], counted, author)
      if (change === undefined) return undefined
      await links.refuseIfUsed(tx, id, mayRead)
      await forget(store, tx, name, [id])
      if (name === 'users')
        for (const { eraser: other, own } of [...subjects.values()])
          if (own) await other.erase(tx, await other.ownedBy(tx, own, id), [], author)
      await security.noteIn(tx, [noted])
      return change
    })
    if (done !== undefined) security.tell([noted])
    return done
  }

  /** What was a person's alone goes with the person. What was shared stays with those who use it. */
  const removeOwn = async (id: string, author: Author): Promise<void> => {
    const found = [...subjects].map(async ([resource, { eraser, own }]) => {
      const ids = own ? await eraser.ownedBy(store.pool, own, id, true) : []
      return ids.map((one) => ({ resource, action: 'delete' as const, id: one }))
    })
    const gone = (await Promise.all(found)).flat()
    // By nobody's right: whoever may erase a person does not see these.
    const by = { ...withoutKey(author), role: null }
    if (gone.length > 0) await changes.apply(gone, by)
  }

  return {
    async one(name, id, expected, author) {
      const { eraser, noun } = subjectOf(name)
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const found = await eraser.find(store.pool, id)
        if (!found) throw notFound(`This ${noun} does not exist.`)
        if (found.is === 'erased') return found.changeId
        if (attempt === 1) refuseOther(found, expected, noun)
        if (found.is === 'live') await changes.remove(name, id, expected, withoutKey(author))
        if (name === 'users') await removeOwn(id.toLowerCase(), author)
        const change = await eraseDeleted(name, id.toLowerCase(), author)
        // Somebody else has restored or erased it meanwhile.
        if (change === undefined) continue
        store.records(name).forget()
        return change
      }
      throw conflict(`This ${noun} is being changed by others. Please try again.`)
    },

    async old(tx, name, before, most) {
      const { eraser, links, counted } = subjectOf(name)
      const ids = await eraser.lockOldest(tx, before, most)
      const free: string[] = []
      for (const id of ids) if (await isUnused(links, tx, id)) free.push(id)
      await forget(store, tx, name, free)
      await eraser.erase(tx, free, counted, NOBODY)
      // What happens by itself has one event for all, and no line.
      if (free.length > 0)
        await security.noteIn(tx, [
          {
            event: 'record_erased',
            facts: { account: null, address: null, what: name, count: free.length },
          },
        ])
      return free.length
    },
  }
}

/** The key is not the deletion's: what is asked under it is done when the record is erased. */
function withoutKey({ once, ...author }: Author): Author {
  return author
}

/** What a person has besides the record: ways to sign in, and devices. Sessions ended with the deletion. */
async function forget(store: Store, tx: Tx, name: string, ids: readonly string[]): Promise<void> {
  if (name !== 'users') return
  for (const id of ids) {
    await store.credentials.remove(tx, id)
    await store.factors.removeAll(tx, id)
    await store.signOns.remove(tx, id)
    await store.tickets.endAll(tx, id)
  }
}

function refuseOther(found: Remains, expected: Expected, noun: string): void {
  // Of a live one the deletion asks, and tells what it is now.
  if (found.is === 'deleted' && expected?.includes(found.version) === false)
    throw stale(noun, {}, undefined)
}

async function isUnused(
  links: ReturnType<typeof createLinks>,
  tx: Tx,
  id: string,
): Promise<boolean> {
  try {
    await links.refuseIfUsed(tx, id, () => true)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

function notedOf(resource: string, id: string, author: Author): Noted {
  const facts = { by: author.id, address: author.address ?? null, reqId: author.requestId }
  return resource === 'users'
    ? { event: 'user_erased', facts: { account: id, ...facts } }
    : { event: 'record_erased', facts: { account: null, ...facts, what: resource, record: id } }
}
