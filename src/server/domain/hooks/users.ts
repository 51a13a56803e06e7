import { ADMIN } from '#resources/roles.ts'
import { passwordFault } from '#server/base/password-rule.ts'
import { conflict, invalid, type Refusal } from '#server/domain/refusals.ts'
import { usersWritten } from '#server/insight/facts/user-counts.ts'
import type { Data, Stored } from '#server/store/shape.ts'
import { hasAdminRole, isAdmin, isPlainUser } from '../access.ts'
import type { Passwords } from '../passwords.ts'
import type { SecurityLog } from '../security-log.ts'
import type { Asking, Hooks, Write } from './hooks.ts'

const SELF = {
  delete: 'You cannot delete your own account.',
  role: 'You cannot take the admin role from your own account.',
  isActive: 'You cannot deactivate your own account.',
}
const LAST = 'At least one active admin who can sign in has to remain.'

/** Users: passwords go into a table of their own, and nobody can lock the last admin out. */
export function createUserHooks(passwords: Passwords, security: SecurityLog): Hooks {
  /** Those by which somebody was signed out. */
  const cutOff = new WeakSet<Write>()
  return {
    async prepare(_store, write) {
      if (write.action === 'delete') return { data: {} }
      if (!Object.hasOwn(write.data, 'password')) return { data: write.data }
      const { password, ...data } = write.data
      if (write.action !== 'create' || typeof password !== 'string') return { data }
      const fault = await passwordFault(password)
      if (fault) throw invalid(fault, { password: fault })
      return { data, aside: await passwords.hash(password) }
    },

    rules: keepAnAdmin,

    async after({ store, tx }, done) {
      for (const { record, aside } of done)
        if (typeof aside === 'string') await store.credentials.set(tx, record.id, aside)
      await usersWritten(
        tx,
        done.map(({ write, record }) => ({
          before: write.action === 'create' ? undefined : write.before,
          record,
          action: write.action,
        })),
      )
      const revoked = done.filter(({ write, record }) => isRevoked(write, record))
      const ended = await store.sessions.endAll(
        tx,
        revoked.map(({ record }) => record.id),
      )
      for (const { write, record } of revoked) if (ended.has(record.id)) cutOff.add(write)
    },

    told: ({ write, record }) => {
      tell(security, write, record)
      if (cutOff.has(write)) security.note('sessions_ended', factsOf(write, record.id))
    },
  }
}

/** Nobody acts on the own account so, and the last active admin who can sign in stays. */
async function keepAnAdmin(
  { store, runner, tx }: Asking,
  writes: readonly Write[],
): Promise<(Refusal | undefined)[]> {
  const own = writes.map(refusedOnSelf)
  const ends = ({ action }: Write) => action === 'update' || action === 'delete'
  const isEnding = (write: Write) =>
    ends(write) && 'before' in write && isAdmin(write.before.data) && !isAdmin(after(write))
  if (!writes.some(isEnding)) return own
  const admins = new Set(await store.credentials.allIn(runner, ADMIN, tx !== undefined))
  return writes.map((write, place) => {
    if (own[place] || !isEnding(write) || !('before' in write)) return own[place]
    const { id } = write.before
    if ([...admins].every((one) => one === id)) return conflict(LAST)
    admins.delete(id)
    return undefined
  })
}

/** Whether what the user may do has changed, so that sessions end. */
function isRevoked(write: Write, { data }: Stored): boolean {
  if (write.action === 'create') return false
  const before = write.before.data
  return write.action === 'delete' || before.role !== data.role || before.isActive !== data.isActive
}

function factsOf({ author }: Write, account: string) {
  const { id: by, requestId: reqId, address = null } = author
  return { account, by, address, reqId }
}

function tell(security: SecurityLog, write: Write, { id, data }: Stored): void {
  const facts = factsOf(write, id)
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

function refusedOnSelf(write: Write): Refusal | undefined {
  if (write.action === 'create' || write.author.id !== write.before.id) return undefined
  if (write.action === 'delete') return conflict(SELF.delete)
  const { before, data } = write
  if (hasAdminRole(before.data) && !hasAdminRole(data))
    return conflict(SELF.role, { role: SELF.role })
  if (before.data.isActive === true && data.isActive !== true)
    return conflict(SELF.isActive, { isActive: SELF.isActive })
  return undefined
}

function after(write: Write): Data {
  return write.action === 'delete' ? {} : write.data
}
