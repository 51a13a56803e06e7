import { conflict } from '#server/domain/refusals.ts'
import type { Tx } from '#server/store/pool.ts'
import type { Author } from '#server/store/records.ts'
import type { Stored } from '#server/store/shape.ts'
import type { Store } from '#server/store/store.ts'
import type { Hooks } from './hooks.ts'

const NAME = 'dashboards'
const ONE_HAS_TO_BE = 'One dashboard has to be the default. Make another one the default instead.'

/**
 * Dashboards: exactly one is the default, as soon as there is any (DASH-01). The first one is it by itself;
 * who becomes it takes it from the other in the same transaction; when it is deleted, the oldest that remains
 * inherits it. A change that would leave none is refused. The database's unique index says so too.
 */
export const dashboardHooks: Hooks = {
  async beforeWrite(store, tx, write) {
    const records = store.records(NAME)
    await records.lock(tx)
    if (write.action === 'delete') return undefined
    const holder = await defaultOf(store, tx)
    const wants = write.data.isDefault === true
    if (write.action === 'create') {
      if (holder && wants) await set(store, tx, holder, false, write.author)
      return { ...write.data, isDefault: wants || holder === undefined }
    }
    const isHolder = holder?.id === write.before.id
    if (isHolder && !wants) throw conflict(ONE_HAS_TO_BE, { isDefault: ONE_HAS_TO_BE })
    if (holder && !isHolder && wants) await set(store, tx, holder, false, write.author)
    return undefined
  },

  async afterWrite(store, tx, write) {
    if (write.action !== 'delete' || (await defaultOf(store, tx))) return
    const heir = await store.records(NAME).oldest(tx)
    if (heir) await set(store, tx, heir, true, write.author)
  },
}

function defaultOf(store: Store, tx: Tx): Promise<Stored | undefined> {
  return store.records(NAME).oldest(tx, [{ path: 'isDefault', is: 'true' }])
}

async function set(
  store: Store,
  tx: Tx,
  known: Stored,
  isDefault: boolean,
  author: Author,
): Promise<void> {
  await store.records(NAME).amend(tx, known, { set: { isDefault }, unset: [] }, author)
}
