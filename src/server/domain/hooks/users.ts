import { ADMIN } from '#resources/roles.ts'
import { passwordFault } from '#server/base/password-rule.ts'
import { conflict, invalid } from '#server/domain/refusals.ts'
import { userWritten } from '#server/insight/facts/user-counts.ts'
import type { Tx } from '#server/store/pool.ts'
import type { Data, Stored } from '#server/store/shape.ts'
import type { Store } from '#server/store/store.ts'
import { hasAdminRole, isAdmin, isPlainUser } from '../access.ts'
import type { Passwords } from '../passwords.ts'
import type { SecurityLog } from '../security-log.ts'
import type { Hooks, Write } from './hooks.ts'

const SELF = {
  delete: 'You cannot delete your own account.',
  role: 'You cannot take the admin role from your own account.',
  isActive: 'You cannot deactivate your own account.',
}
const LAST = 'At least one active admin who can sign in has to remain.'

/** Users: passwords go into a table of their own, and nobody can lock the last admin out. */
export function createUserHooks(passwords: Passwords, security: SecurityLog): Hooks {
  return {
    async prepare(_store, write) {
      if (write.action === 'delete') return { data: {} }
      const { password, ...data } = write.data
      if (write.action === 'update' || typeof password !== 'string') return { data }
      const fault = await passwordFault(password)
      if (fault) throw invalid(fault, { password: fault })
      return { data, aside: await passwords.hash(password) }
    },

    async within({ store, tx }, write, aside) {
      await keepAnAdmin(store, tx, write)
      return {
        after: async (record) => {
          if (typeof aside === 'string') await store.credentials.set(tx, record.id, aside)
          await userWritten(tx, {
            before: write.action === 'create' ? undefined : write.before,
            record,
            isDeleted: write.action === 'delete',
          })
          if (write.action === 'create') return
          if (write.action === 'delete') await store.credentials.remove(tx, record.id)
          if (isRevoked(write, record)) await store.sessions.endAll(tx, record.id)
        },
        told: (record) => tell(security, write, record),
      }
    },
  }
}

/** Nobody acts on the own account so, and the last active admin who can sign in stays. */
async function keepAnAdmin(store: Store, tx: Tx, write: Write): Promise<void> {
  if (write.action === 'create') return
  if (write.author.id === write.before.id) refuseOnSelf(write)
  if (!isAdmin(write.before.data) || isAdmin(after(write))) return
  const admins = await store.credentials.lockAllIn(tx, ADMIN)
  if (admins.every((id) => id === write.before.id)) throw conflict(LAST)
}

/** Whether what the user may do has changed, so that sessions end. */
function isRevoked(write: Exclude<Write, { action: 'create' }>, { data }: Stored): boolean {
  const before = write.before.data
  return write.action === 'delete' || before.role !== data.role || before.isActive !== data.isActive
}

function tell(security: SecurityLog, write: Write, { id, data }: Stored): void {
  const { author } = write
  const facts = {
    account: id,
    by: author.id,
    address: author.address ?? null,
    reqId: author.requestId,
  }
  if (write.action === 'delete') {
    security.note('user_deleted', facts)
    return
  }
  const before = write.action === 'update' ? write.before.data : {}
  if (!before.role && hasAdminRole(data)) security.note('admin_made', facts)
  else if (!(before.role || isPlainUser(data)))
    security.note('role_changed', { ...facts, to: String(data.role) })
  if (before.role && before.role !== data.role)
    security.note('role_changed', { ...facts, to: String(data.role) })
  if (before.role && before.isActive !== data.isActive)
    security.note('status_changed', { ...facts, to: data.isActive ? 'active' : 'inactive' })
}

function refuseOnSelf(write: Exclude<Write, { action: 'create' }>): void {
  if (write.action === 'delete') throw conflict(SELF.delete)
  const { before, data } = write
  if (hasAdminRole(before.data) && !hasAdminRole(data))
    throw conflict(SELF.role, { role: SELF.role })
  if (before.data.isActive === true && data.isActive !== true)
    throw conflict(SELF.isActive, { isActive: SELF.isActive })
}

function after(write: Exclude<Write, { action: 'create' }>): Data {
  return write.action === 'delete' ? {} : write.data
}
