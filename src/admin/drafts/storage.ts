import { readStored, writeStored } from '#admin/ui/storage.ts'

/** What somebody typed and did not save, as this browser keeps it. */
export interface KeptDraft {
  id: string
  /** Whose it is: the person, at this backend. Nobody else is ever shown it. */
  owner: string
  /** Where it was typed: a form of a resource, the editor of dashboards. */
  place: string
  /** The record's id; '' of a new one. */
  record: string
  /** What the record is called. */
  name: string
  /** When it was typed, in milliseconds. */
  at: number
  /** What was typed, as JSON: files and functions are none. */
  text: string
}

const STORE = 'drafts'
/** In the storage of the tab. */
const HANDED_OVER = 'waymark drafts'
let connection: Promise<IDBDatabase> | undefined

/** All drafts of a person. Throws where the browser keeps nothing, like all that follows. */
export async function readKept(owner: string): Promise<unknown[]> {
  return (await inStore('readonly', (store) => [store.index('owner').getAll(owner)])) ?? []
}

/** Stores drafts in the place of those of the same ids. */
export async function writeKept(drafts: readonly KeptDraft[]): Promise<void> {
  await inStore('readwrite', (store) => drafts.map((one) => store.put(one)))
}

/**
 * Leaves drafts to the tab's next page; none takes back what was left. For a page that goes before they are stored: a
 * transaction that begins then may be lost.
 */
export function handOver(drafts: readonly KeptDraft[]): void {
  writeStored(HANDED_OVER, drafts.length > 0 ? JSON.stringify(drafts) : null, 'tab')
}

/** Takes what the page before left, once; nothing where it cannot be read. */
export function takeOver(): readonly unknown[] {
  const text = readStored(HANDED_OVER, 'tab')
  handOver([])
  try {
    const left: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(left) ? left : []
  } catch {
    return []
  }
}

/** Forgets drafts. */
export async function removeKept(ids: readonly string[]): Promise<void> {
  await inStore('readwrite', (store) => ids.map((id) => store.delete(id)))
}

/** Forgets all drafts of a person. */
export const removeKeptOf = (owner: string): Promise<void> =>
  removeWhere('owner', IDBKeyRange.only(owner))

/** Forgets what anybody typed into a record. */
export async function removeKeptIn(place: string, record: string): Promise<void> {
  const all = (await inStore('readonly', (store) => [store.getAll()])) ?? []
  const its = (all as KeptDraft[]).filter((one) => one.place === place && one.record === record)
  if (its.length > 0) await removeKept(its.map(({ id }) => id))
}

/** Forgets what anybody typed before a moment. */
export const removeKeptBefore = (at: number): Promise<void> =>
  removeWhere('at', IDBKeyRange.upperBound(at))

async function removeWhere(index: 'owner' | 'at', range: IDBKeyRange): Promise<void> {
  const keys = await inStore('readonly', (store) => [store.index(index).getAllKeys(range)])
  if (keys?.length) await removeKept(keys.map(String))
}

/** Does something in a transaction of its own; gives what was asked for first. */
async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => readonly IDBRequest<T>[],
): Promise<T | undefined> {
  connection ??= connect().catch((error: unknown) => {
    // Another time it may be there.
    connection = undefined
    throw error
  })
  const database = await connection
  return await new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode)
    const [request] = act(transaction.objectStore(STORE))
    transaction.oncomplete = () => resolve(request?.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('It was not stored'))
    // Not by itself once the answers are there: a page that is going hears none.
    transaction.commit()
  })
}

function connect(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('waymark', 1)
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(STORE, { keyPath: 'id' })
      store.createIndex('owner', 'owner')
      store.createIndex('at', 'at')
    }
    request.onerror = () => reject(request.error ?? new Error('It cannot be opened'))
    request.onsuccess = () => {
      const database = request.result
      const end = () => {
        database.close()
        connection = undefined
      }
      database.onversionchange = end
      database.onclose = end
      resolve(database)
    }
  })
}
