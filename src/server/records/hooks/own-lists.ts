import { conflict, type Refusal } from '#server/http/refusal.ts'
import type { Data } from '../shape.ts'
import type { Hooks, Write } from './hooks.ts'

/** The most views that a user may have of one list. */
const MOST_VIEWS = 100
const TOO_MANY = `You already have ${MOST_VIEWS} views of this list. Delete one first.`

/** Writes the author's id into the `owner` of a new record. */
export const fillOwner: NonNullable<Hooks['prepare']> = (_store, { action, data, author }) =>
  Promise.resolve({ data: action === 'create' ? { ...data, owner: author.id ?? undefined } : data })

/** List settings: the author of a create is the owner. */
export const listSettingHooks: Hooks = { prepare: fillOwner }

/** Views: limits the number that a user has of one list. */
export const viewHooks: Hooks = {
  ...listSettingHooks,

  async rules({ store, runner, tx }, writes) {
    if (!writes.some(adds)) return []
    const views = store.records('views')
    if (tx) await views.lock(tx)
    const counts = new Map<string, number>()
    const refusals: (Refusal | undefined)[] = []
    for (const write of writes) {
      const { owner, resource } = dataOf(write)
      const key = `${owner} ${resource}`
      const filters = [
        { path: 'owner', is: String(owner) },
        { path: 'resource', is: String(resource) },
      ]
      const known = counts.get(key) ?? (await views.firstOf(runner, filters, MOST_VIEWS + 1)).length
      const isRefused = adds(write) && known >= MOST_VIEWS
      refusals.push(isRefused ? conflict(TOO_MANY) : undefined)
      const by = isRefused ? 0 : adds(write) ? 1 : write.action === 'delete' ? -1 : 0
      counts.set(key, known + by)
    }
    return refusals
  },
}

function adds({ action }: Write): boolean {
  return action === 'create' || action === 'restore'
}

function dataOf(write: Write): Data {
  return write.action === 'create' ? write.data : write.before.data
}
