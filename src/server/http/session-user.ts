import type { ConsoleAccess, ResourceRights } from '#contract/access.ts'
import { MUST_RULES, type SessionUser, THEMES } from '#contract/auth.ts'
import { RECORD_ACTIONS } from '#model/access.ts'
import type { Resource } from '#model/resource.ts'
import { PAGE_ACTIONS, PAGES } from '#resources/roles.ts'
import type { SessionOwner } from '#server/auth/sessions.ts'
import { type AccessRules, hasAdminRole } from '#server/records/access.ts'
import type { Context } from '#server/services.ts'
import { type JsonSchema, object, textSchema } from './json-schema.ts'

const text = { type: 'string' }

export const PREFERENCES: JsonSchema = {
  type: 'object',
  properties: { theme: { ...text, enum: THEMES }, language: text, timeZone: text },
  description: 'What the person chose for every device; absent is what the browser says',
}
export const MUST: JsonSchema = {
  type: 'array',
  items: { ...text, enum: MUST_RULES },
  description: 'What has to be done before anything else may be called',
}

/** The signed-in user, in the answers of sign-in and profile. */
export const USER: JsonSchema = {
  $id: 'SessionUser',
  ...object(
    { _id: text, firstName: text, lastName: text, email: text, role: text },
    {
      access: {
        type: 'object',
        additionalProperties: true,
        description: 'What the role may, where CONSOLE_ROLES lets more roles in than admin',
      },
      changes: {
        type: 'boolean',
        description:
          'Writes with an Idempotency-Key are made once, and each names its change, which can be taken back',
      },
      account: { type: 'boolean', description: 'People keep their own account here: GET /account' },
      must: MUST,
      preferences: PREFERENCES,
      timeZone: textSchema('The reporting time zone: days of figures and filters are days of it'),
    },
  ),
}

/** Makes the function that describes the signed-in user. */
export function createSessionUser({
  access,
  registry,
  insight,
}: Pick<Context, 'access' | 'registry' | 'insight'>) {
  const textOf = (value: unknown) => String(value ?? '')
  return ({ id, data, must = [], session }: SessionOwner): SessionUser => {
    const preferences = session?.preferences ?? {}
    const role = textOf(data.role)
    const may = consoleAccess(access, registry, role)
    return {
      _id: id,
      firstName: textOf(data.firstName),
      lastName: textOf(data.lastName),
      email: textOf(data.email),
      role,
      ...(may && { access: may }),
      changes: true,
      account: true,
      ...(must.length > 0 && { must: [...must] }),
      ...(Object.keys(preferences).length > 0 && { preferences }),
      timeZone: insight.zone(),
    }
  }
}

/** The rights of a role, so that the console shows only what the server allows; undefined where only admins enter. */
function consoleAccess(
  access: AccessRules,
  registry: readonly Resource[],
  role: string,
): ConsoleAccess | undefined {
  const { open } = access
  const entry = access.mayCall('console', role)
  if (open.length === 0) return undefined
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
