import { foldEmail } from '#model/schema.ts'
import { ADMIN } from '#resources/roles.ts'
import { countUserWrites } from '#server/analytics/user-counts.ts'
import type { Passwords } from '#server/auth/passwords.ts'
import { requireStrongPassword } from '#server/auth/passwords.ts'
import { confirmFirst, isConfirmed, makesAdmin } from '#server/auth/step-up.ts'
import { conflict, type Refusal } from '#server/http/refusal.ts'
import { addMail } from '#server/public-forms/mailing.ts'
import type { Noted, SecurityLog } from '#server/security-log/security-log.ts'
import { hasAdminRole, isAdmin, isPlainUser } from '../access.ts'
import type { Stored } from '../shape.ts'
import type { DbContext, Done, Hooks, Write } from './hooks.ts'

const SELF = {
  delete: 'You cannot delete your own account.',
  role: 'You cannot remove the admin role from your own account.',
  isActive: 'You cannot deactivate your own account.',
}
/** Marks a new user who will set the password by a link. */
const BY_LINK = Symbol('by link')
const LAST = 'At least one active admin who can sign in must remain.'

/** Users: stores passwords in a separate table, and refuses to lock out the last admin. */
export function createUserHooks(
  passwords: Passwords,
  security: SecurityLog,
  sendsMail: boolean,
): Hooks {
  return {
    async prepare(_store, write, isDryRun) {
      if (!Object.hasOwn(write.data, 'password')) return { data: write.data }
      const { password, ...data } = write.data
      if (write.action === 'create' && password === null) return { data, aside: BY_LINK }
      if (write.action !== 'create' || typeof password !== 'string') return { data }
      await requireStrongPassword(password, 'password')
      return { data, aside: isDryRun ? undefined : await passwords.hash(password) }
    },

    rules: keepAnAdmin,

    async after({ store, tx, last, afterCommit }, done) {
      for (const { write, record, aside } of done) {
        // The admin who set the password knows it, so the user must change it.
        const mustChange = write.author.role !== null
        if (typeof aside === 'string')
          await store.credentials.set(tx, record.id, aside, { mustChange })
        if (sendsMail && aside === BY_LINK)
          await addMail(tx, 'password-link', { userId: record.id })
      }
      const idsOf = (is: (one: Done) => boolean) => done.filter(is).map(({ record }) => record.id)
      await store.tickets.endAll(tx, idsOf(endsLinks), 'links')
      const counted = done.map(({ write, record }) => ({
        ...{ record, action: write.action },
        before: write.action === 'create' ? undefined : write.before,
      }))
      last(() => countUserWrites(tx, counted))
      const ended = await store.sessions.endAll(tx, idsOf(isRevoked))
      const events = done.flatMap(({ write, record }) => {
        const own = eventsOf(write, record)
        const { id } = record
        if (ended.has(id)) own.push({ event: 'sessions_ended', facts: factsOf(write, id) })
        if (own.length > 0) afterCommit(() => security.tell(own))
        return own
      })
      await security.noteIn(tx, events)
    },
  }
}

/** Returns whether the write changes the email address, apart from letter case. */
function isMoved(write: Write): boolean {
  if (write.action !== 'update') return false
  const [before, after] = [write.before.data.email, write.data.email].map((email) =>
    typeof email === 'string' ? foldEmail(email) : undefined,
  )
  return before !== after
}

/** Returns whether password links must end: if the email address or the user's access changes. */
function endsLinks(done: Done): boolean {
  return isMoved(done.write) || isRevoked(done)
}

/**
 * Refuses changes that would lock out the author or the last active admin who can sign in. Throws 403 without a
 * confirmation if a write makes an admin or changes an email address.
 */
async function keepAnAdmin(
  { store, runner, tx }: DbContext,
  writes: readonly Write[],
): Promise<(Refusal | undefined)[]> {
  // Checks the whole set, because the author repeats the whole request after confirming.
  const isSensitive = (write: Write) =>
    isMoved(write) ||
    (write.action !== 'delete' &&
      makesAdmin(write.action === 'update' ? write.before.data : undefined, write.data))
  if (writes.some((write) => !isConfirmed(write.author) && isSensitive(write))) throw confirmFirst()
  const own = writes.map(refusedOnSelf)
  const isEnding = (write: Write) =>
    (write.action === 'delete' || (write.action === 'update' && !isAdmin(write.data))) &&
    isAdmin(write.before.data)
  if (!writes.some(isEnding)) return own
  const active = await store.credentials.activeIn(ADMIN, runner, tx !== undefined)
  const admins = new Set(active.map(({ id }) => id))
  return writes.map((write, place) => {
    if (own[place] || write.action === 'create' || !isEnding(write)) return own[place]
    const { id } = write.before
    if ([...admins].every((one) => one === id)) return conflict(LAST)
    admins.delete(id)
    return undefined
  })
}

/** Returns whether the write changes the user's access, so that sessions must end. */
function isRevoked({ write, record: { data } }: Done): boolean {
  if (write.action === 'create') return false
  const before = write.before.data
  return write.action === 'delete' || before.role !== data.role || before.isActive !== data.isActive
}

function factsOf({ author }: Write, account: string) {
  const { id: by, requestId: reqId, address = null } = author
  return { account, by, address, reqId }
}

/** Returns the security events of a write. */
function eventsOf(write: Write, { id, data }: Stored): Noted[] {
  const facts = factsOf(write, id)
  if (write.action === 'delete') return [{ event: 'user_deleted', facts }]
  const before = write.action === 'update' ? write.before.data : {}
  const role: Noted = { event: 'role_changed', facts: { ...facts, to: String(data.role) } }
  const moved: Noted[] = isMoved(write) ? [{ event: 'email_changed', facts }] : []
  if (!before.role) {
    if (hasAdminRole(data)) return [{ event: 'admin_made', facts }, ...moved]
    return isPlainUser(data) ? moved : [role, ...moved]
  }
  const to = data.isActive ? 'active' : 'inactive'
  const status: Noted = { event: 'status_changed', facts: { ...facts, to } }
  return [
    ...(before.role === data.role ? [] : [role]),
    ...(before.isActive === data.isActive ? [] : [status]),
    ...moved,
  ]
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
