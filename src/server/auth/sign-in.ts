import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleAccess, ResourceRights } from '#contract/access.ts'
import type { SecondStep, SessionUser, SignedIn } from '#contract/auth.ts'
import type { SecurityEventName } from '#contract/security-log.ts'
import { RECORD_ACTIONS } from '#model/access.ts'
import { PAGE_ACTIONS, PAGES } from '#resources/roles.ts'
import { callerFacts } from '#server/http/authorise.ts'
import { cookieValues, keepCookie } from '#server/http/cookies.ts'
import { unauthenticated } from '#server/http/refusal.ts'
import { hasAdminRole } from '#server/records/access.ts'
import type { Context } from '#server/services.ts'
import type { Priority } from './limits.ts'
import { isSecret, newSecret } from './secrets.ts'
import { MARKER_DAYS, type SessionOwner, type SignIn } from './sessions.ts'

interface Attempt {
  /** The account, if there is one. */
  userId: string | undefined
  /** The key under which failures are counted if there is no account. */
  otherwise?: string
  /** The security event of a failure, and its message. */
  event: SecurityEventName
  message: string
}

/** Starts a session, unless its proof was already used or changed. */
type Start = (
  proved: Pick<SignIn, 'userId' | 'checkedHash' | 'use'>,
) => Promise<SignedIn | undefined>

/**
 * Signs in a user, whatever the method: applies the limits, writes the log and sends the response. Runs `check` within
 * the limits. Its undefined counts as a failure. Throws 401 and 429.
 */
export async function signIn<T extends SignedIn | SecondStep>(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, otherwise = '', event, message }: Attempt,
  check: (start: Start, priority: Priority) => Promise<T | undefined>,
): Promise<T> {
  const { store, security } = context
  const facts = { ...callerFacts(request), account: userId ?? null }
  const address = request.ip
  const device = await store.sessions.knownDevice(userId, markersOf(request))
  const marker = device ?? newSecret()
  const start: Start = async (proved) => {
    const from = { userAgent: request.headers['user-agent'], address }
    const started = await store.sessions.start({ ...proved, marker, from })
    return started && { token: started.token, user: sessionUser(context, started.owner) }
  }
  const answer = await store.signInLimits.attempt(
    { account: userId ?? otherwise, device, address },
    (priority) => check(start, priority),
    () => security.note('sign_in_refused', facts),
  )
  if (!answer) {
    security.note(event, facts)
    throw unauthenticated(message)
  }
  if ('token' in answer) {
    security.note('signed_in', facts)
    keepMarker(request, reply, marker)
  }
  return answer
}

const COOKIE = 'sign-in-device'
/** Several users can sign in on one device, each with a marker. */
const MOST_MARKERS = 4

/** Returns the markers of the caller's device, latest first. */
function markersOf(request: FastifyRequest): string[] {
  const values = cookieValues(request, COOKIE).flatMap((value) => value.split('.'))
  return [...new Set(values)].filter(isSecret).slice(0, MOST_MARKERS)
}

/** Stores a marker before the others of the device. Browsers store none for a page of another origin. */
function keepMarker(request: FastifyRequest, reply: FastifyReply, marker: string): void {
  const others = markersOf(request).filter((one) => one !== marker)
  const value = [marker, ...others].slice(0, MOST_MARKERS).join('.')
  const seconds = MARKER_DAYS * 86_400
  keepCookie(request, reply, { name: COOKIE, value, seconds, sameSite: 'Strict' })
}

/** Returns the names, email and role of a user, as in responses. */
export function personIn({ id, data }: SessionOwner) {
  const text = (key: string) => String(data[key] ?? '')
  return {
    ...{ _id: id, firstName: text('firstName'), lastName: text('lastName') },
    ...{ email: text('email'), role: text('role') },
  }
}

/** Returns the signed-in user, as in responses. */
export function sessionUser(context: Context, owner: SessionOwner): SessionUser {
  const { must = [], session: { preferences = {} } = {} } = owner
  const person = personIn(owner)
  const access = consoleAccess(context, person.role)
  return {
    ...person,
    ...(access && { access }),
    changes: true,
    account: true,
    ...(must.length > 0 && { must: [...must] }),
    ...(Object.keys(preferences).length > 0 && { preferences }),
    timeZone: context.insight.zone(),
  }
}

/**
 * Returns the permissions of a role, so that the console shows only what the server allows; undefined if only admins
 * may enter.
 */
function consoleAccess({ access, registry }: Context, role: string): ConsoleAccess | undefined {
  const { open } = access
  if (open.length === 0) return undefined
  const entry = access.mayCall('console', role)
  if (!entry.isAllowed) return { open, refusal: entry.message }
  if (hasAdminRole({ role })) return { open }
  const may = (on: string) => (action: (typeof RECORD_ACTIONS | typeof PAGE_ACTIONS)[number]) =>
    access.decide({ role, action, on }).isAllowed
  const resources = registry.flatMap(({ name, access: { owner } }): [string, ResourceRights][] => {
    const actions = RECORD_ACTIONS.filter(may(name))
    if (!actions.includes('read')) return []
    const { hidden = [], locked = [] } = access.limitsOf(role, name) ?? {}
    const only = access.decide({ role, action: 'update', on: name }).only ?? {}
    return [[name, { actions, hidden, locked, only, ...(owner !== undefined && { owner }) }]]
  })
  const pages = PAGES.map((page) => [page, PAGE_ACTIONS.filter(may(page))] as const)
  return { open, resources: Object.fromEntries(resources), pages: Object.fromEntries(pages) }
}
