import type { FastifyContextConfig, FastifySchema, RouteShorthandOptions } from 'fastify'
import type * as z from 'zod'
import type { FactorKind } from '#contract/auth.ts'
import { bodySchema, type JsonSchema, object } from '#server/http/json-schema.ts'
import { MUST, PREFERENCES } from '#server/http/session-user.ts'
import { NOTHING } from '#server/records/resource-routes.ts'

interface Description extends Omit<FastifySchema, 'body' | 'response'> {
  config?: FastifyContextConfig
  body?: z.ZodType
  /** By status; 204 when absent. */
  response?: Readonly<Record<number, JsonSchema>>
}

/** Makes the options of a route, with its description. */
export function route(
  tag: string,
  operationId: string,
  summary: string,
  { config = {}, body, response = { 204: NOTHING }, ...schema }: Description,
): RouteShorthandOptions {
  const described = { tags: [tag], operationId, summary, ...schema, response }
  return { config, schema: { ...described, ...(body && { body: bodySchema(body) }) } }
}

const text = { type: 'string' }
const time = { ...text, format: 'date-time' }
const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema.type, 'null'] })

export const SIGNED_IN: JsonSchema = {
  ...object({ token: text, user: { $ref: 'SessionUser#' } }),
  description: 'Signed in',
}

const FACTORS: readonly FactorKind[] = ['passkey', 'totp', 'recovery']
export const SIGNED_IN_OR_ASKED: JsonSchema = {
  type: 'object',
  properties: {
    token: text,
    user: { $ref: 'SessionUser#' },
    ticket: {
      ...text,
      description: 'Instead of a token: for POST /auth/factor, within five minutes',
    },
    factors: {
      type: 'array',
      items: { ...text, enum: FACTORS },
      description: 'The factors that the user has',
    },
  },
  description: 'Signed in, or asked for a second factor',
}

/** The options of WebAuthn, and the ticket that goes back with the answer. */
export const PASSKEY_OPTIONS: JsonSchema = {
  ...object({
    ticket: { ...text, description: 'Send it back with the answer, within five minutes' },
    options: {
      type: 'object',
      additionalProperties: true,
      description: 'For PublicKeyCredential.parse…OptionsFromJSON()',
    },
  }),
  description: 'The options for the browser',
}

export const ACCOUNT: JsonSchema = {
  ...object({
    ...{ _id: text, firstName: text, lastName: text, email: text, role: text },
    must: MUST,
    preferences: PREFERENCES,
    factors: object({
      totp: { type: 'boolean', description: 'An authenticator app' },
      passkeys: {
        type: 'array',
        items: object({ id: text, name: text, createdAt: time, lastUsedAt: orNull(time) }),
      },
      recoveryCodesLeft: { type: 'integer' },
      isRequired: { type: 'boolean', description: 'The role requires a second factor' },
    }),
    signOn: {
      ...orNull(object({ name: text, linkedAt: time })),
      description: 'The linked account of single sign-on',
    },
    confirmedUntil: {
      ...orNull(time),
      description: 'Until when the session counts as freshly confirmed',
    },
  }),
  description: 'The account as it is now',
}

export const SESSIONS: JsonSchema = {
  ...object({
    sessions: {
      type: 'array',
      items: object({
        id: text,
        device: { ...text, description: 'Browser and system' },
        address: orNull(text),
        createdAt: time,
        lastUsedAt: { ...time, description: 'Precise to the minute' },
        isCurrent: { type: 'boolean' },
      }),
    },
  }),
  description: 'The sessions, the most recently used first',
}

export const CODES: JsonSchema = {
  ...object({ recoveryCodes: { type: 'array', items: text } }),
  description: 'Each is valid once; shown only here',
}
