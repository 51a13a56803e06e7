import * as z from 'zod'
import { RECORD_ACTIONS } from '#model/access.ts'
import type { Resource } from '#model/resource.ts'
import { PAGE_ACTIONS, PAGES } from '#resources/roles.ts'

export const TOKENS_PATH = '/tokens'
export const TAKE_BACK = '/take-back'
/** Precedes the name of a token that is the author of a change. */
export const TOKEN_AUTHOR = 'Token'

/** The scope to send learners' events, which are not a resource. */
export const EVENTS_SCOPE = 'events'
export const TOKEN_ACTIONS = [...RECORD_ACTIONS, 'export', 'send'] as const
export type TokenAction = (typeof TOKEN_ACTIONS)[number]

/** Actions that a token permits on a resource, a page or events. */
export interface Scope {
  resource: string
  actions: readonly TokenAction[]
}

const time = z.string().meta({ format: 'date-time' })

/** A token, without its secret. */
export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.object({ resource: z.string(), actions: z.array(z.enum(TOKEN_ACTIONS)) })),
  createdAt: time,
  /** The author; null for a command. */
  createdBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable().describe('Precise to the minute'),
  revokedAt: time.nullable(),
  events: z.int().describe('The number of stored events that it sent'),
  takenBack: z
    .object({ askedAt: time, doneAt: time.nullable(), events: z.int() })
    .nullable()
    .describe('The deletion of its events: how many are deleted so far, and when it finished'),
})
export type Token = z.infer<typeof tokenSchema>

/** GET /tokens */
export interface TokenList {
  tokens: Token[]
}

/** POST /tokens. The secret is shown once. */
export interface MadeToken extends Token {
  token: string
}

export const MOST_TOKEN_NAME = 80

/** POST /tokens */
export interface TokenBody {
  name: string
  scopes: readonly Scope[]
  /** A time in the future; absent or null for never. */
  expiresAt?: string | null | undefined
}

/** Returns all scopes that a token can have. A user's own records and passwords are not among them. */
export function scopesOf(registry: readonly Resource[]): Scope[] {
  const records = registry.filter(({ access }) => !access.own)
  return [
    ...records.map((resource) => ({ resource: resource.name, actions: actionsOf(resource) })),
    ...PAGES.map((page) => ({ resource: page, actions: PAGE_ACTIONS })),
    { resource: EVENTS_SCOPE, actions: ['send'] as const },
  ]
}

function actionsOf(resource: Resource): TokenAction[] {
  const { actions, hasOwnPage, create } = resource
  const needsSecret = secretKeys(resource).some((key) => {
    const schema = create.shape[key]
    return schema !== undefined && !z.safeParse(schema, undefined).success
  })
  return [
    'read',
    ...(actions.includes('create') && !needsSecret ? (['create'] as const) : []),
    ...(actions.includes('edit') ? (['update'] as const) : []),
    ...(actions.includes('delete') ? (['delete'] as const) : []),
    ...(hasOwnPage ? [] : (['export'] as const)),
  ]
}

/** Returns the keys with passwords, which no token writes. */
export function secretKeys({ fields }: Resource): string[] {
  return fields.flatMap(({ kind, path }) => (kind === 'password' ? [path] : []))
}
