import { isTokenRole } from '#server/auth/token-scopes.ts'
import type { Runner } from '#server/db/sql.ts'
import { conflict, forbidden, type Refusal } from '#server/http/refusal.ts'
import type { Store } from '#server/services.ts'
import { hasAdminRole } from '../access.ts'
import type { Stored } from '../shape.ts'
import type { Hooks, TxContext, Write } from './hooks.ts'
import { fillOwner } from './own-lists.ts'

const NAME = 'dashboards'
const ONE_HAS_TO_BE = 'One dashboard must be the default. Make another dashboard the default first.'
const ADMINS_REPLACE = {
  rule: 'dashboards.default',
  message: 'Only an administrator can replace the default dashboard of another user.',
}
const ONE_CAN_BE = 'Only one dashboard can be the default.'

/**
 * Keeps exactly one dashboard the default. The first dashboard becomes the default. A new default replaces the old one
 * in the same transaction. After a deletion, the oldest dashboard becomes the default. Refuses a change that would
 * leave no default.
 */
export const dashboardHooks: Hooks = {
  prepare: fillOwner,

  async rules({ store, runner, tx }, writes) {
    if (tx) await store.records(NAME).lock(tx)
    const holder = await defaultOf(store, runner)
    const takers = writes.filter(takes)
    return writes.map((write): Refusal | undefined => {
      if (takes(write)) {
        if (replacesOthers(write, holder)) return forbidden(ADMINS_REPLACE)
        if (write === takers.at(-1)) return undefined
        return conflict(ONE_CAN_BE, { isDefault: ONE_CAN_BE })
      }
      if (write.action !== 'update' || write.before.id !== holder?.id || takers.length > 0)
        return undefined
      return conflict(ONE_HAS_TO_BE, { isDefault: ONE_HAS_TO_BE })
    })
  },

  async before({ store, tx, amend }, writes) {
    const holder = await defaultOf(store, tx)
    if (!holder) {
      const first = writes.findIndex(({ action }) => action === 'create')
      const hasTaker = writes.some(takes)
      return writes.map((write, place) =>
        place === first && !hasTaker && write.action === 'create'
          ? { ...write.data, isDefault: true }
          : undefined,
      )
    }
    const isIn = writes.some((write) => 'before' in write && write.before.id === holder.id)
    if (!isIn && writes.some(takes)) await amend(holder, { isDefault: false })
    return []
  },

  after: passOn,
}

/** Returns whether a role other than admin would replace another user's default dashboard. */
function replacesOthers({ author: { id, role } }: Write, holder: Stored | undefined): boolean {
  const isFree = role === null || hasAdminRole({ role }) || isTokenRole(role)
  return !isFree && holder !== undefined && holder.data.owner !== id
}

function takes(write: Write): boolean {
  return write.action !== 'delete' && write.data.isDefault === true
}

async function passOn({ store, tx, amend }: TxContext): Promise<void> {
  if (await defaultOf(store, tx)) return
  const [heir] = await store.records(NAME).firstOf(tx, [], 1)
  if (heir) await amend(heir, { isDefault: true })
}

async function defaultOf(store: Store, runner: Runner): Promise<Stored | undefined> {
  return (await store.records(NAME).firstOf(runner, [{ path: 'isDefault', is: 'true' }], 1))[0]
}
