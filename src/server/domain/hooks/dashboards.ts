import { conflict } from '#server/domain/refusals.ts'
import type { Stored } from '#server/store/shape.ts'
import type { Hooks, Within } from './hooks.ts'

const NAME = 'dashboards'
const ONE_HAS_TO_BE = 'One dashboard has to be the default. Make another one the default instead.'

/**
 * Dashboards: exactly one is the default, as soon as there is any (DASH-01). The first one is it by itself;
 * who becomes it takes it from the other in the same transaction; when it is deleted, the oldest that remains
 * inherits it. A change that would leave none is refused. The database's unique index says so too.
 */
export const dashboardHooks: Hooks = {
  async within(within, write) {
    await within.store.records(NAME).lock(within.tx)
    if (write.action === 'delete') return { after: () => passOn(within) }
    const holder = await defaultOf(within)
    const wants = write.data.isDefault === true
    if (write.action === 'create') {
      if (holder && wants) await set(within, holder, false)
      return { data: { ...write.data, isDefault: wants || holder === undefined } }
    }
    const isHolder = holder?.id === write.before.id
    if (isHolder && !wants) throw conflict(ONE_HAS_TO_BE, { isDefault: ONE_HAS_TO_BE })
    if (holder && !isHolder && wants) await set(within, holder, false)
    return undefined
  },
}

async function passOn(within: Within): Promise<void> {
  if (await defaultOf(within)) return
  const heir = await within.store.records(NAME).oldest(within.tx)
  if (heir) await set(within, heir, true)
}

function defaultOf({ store, tx }: Within): Promise<Stored | undefined> {
  return store.records(NAME).oldest(tx, [{ path: 'isDefault', is: 'true' }])
}

async function set({ amend }: Within, known: Stored, isDefault: boolean): Promise<void> {
  await amend(known, { set: { isDefault }, unset: [] })
}
