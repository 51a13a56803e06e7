import { MUST_RULES, type SessionUser, THEMES } from '#contract/auth.ts'
import type { Started } from '#server/auth/sessions.ts'
import { consoleAccess } from '#server/records/console-access.ts'
import type { Data } from '#server/records/shape.ts'
import { type JsonSchema, object, propertiesOf } from './json-schema.ts'
import type { Context } from './route-context.ts'

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

/** Who is signed in, as the sign-in and the profile tell it. */
export const USER: JsonSchema = {
  $id: 'SessionUser',
  ...object({ _id: text, firstName: text, lastName: text, email: text, role: text }),
}
USER.properties = {
  ...propertiesOf(USER),
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
  timeZone: {
    ...text,
    description: 'The reporting time zone: days of figures and filters are days of it',
  },
}

/** Makes what tells who is signed in. */
export function createSessionUser({
  access,
  registry,
  insight,
}: Pick<Context, 'access' | 'registry' | 'insight'>) {
  return (
    { id, data }: { id: string; data: Data },
    { must, preferences }: Pick<Started, 'must' | 'preferences'>,
  ): SessionUser => {
    const { firstName, lastName, email, role } = data
    const may = consoleAccess(access, registry, String(role ?? ''))
    return {
      _id: id,
      firstName: String(firstName ?? ''),
      lastName: String(lastName ?? ''),
      email: String(email ?? ''),
      role: String(role ?? ''),
      ...(may && { access: may }),
      changes: true,
      account: true,
      ...(must.length > 0 && { must: [...must] }),
      ...(Object.keys(preferences).length > 0 && { preferences }),
      timeZone: insight.zone(),
    }
  }
}
