import type { FastifyContextConfig, FastifySchema, RouteShorthandOptions } from 'fastify'
import * as z from 'zod'
import { MUST_RULES, PASSWORD_MAX, PASSWORD_MIN, THEMES } from '#contract/auth.ts'
import { LONGEST_EMAIL } from '#model/clean-text.ts'
import { emailAddress, requiredText } from '#model/schema.ts'
import {
  answerSchema,
  bodySchema,
  type JsonSchema,
  object,
  textSchema,
} from '#server/http/json-schema.ts'

export interface Description extends Omit<FastifySchema, 'body' | 'response'> {
  config?: FastifyContextConfig
  body?: z.ZodType
  /** Response schemas by status. Without them the route responds with 204. */
  response?: Readonly<Record<number, JsonSchema>>
}

const DONE = { 204: { type: 'null', description: 'Done' } }

/** Returns the options of a route, with its OpenAPI description. */
export function route(
  tag: string,
  operationId: string,
  summary: string,
  { config = {}, body, response = DONE, ...schema }: Description,
): RouteShorthandOptions {
  const described = { tags: [tag], operationId, summary, ...schema, response }
  return { config, schema: { ...described, ...(body && { body: bodySchema(body) }) } }
}

/** Returns the schema of a body that allows no other keys, with an example for the OpenAPI description. */
const body = <Shape extends z.ZodRawShape>(shape: Shape, example: object) =>
  z.strictObject(shape).meta({ examples: [example] })

/** A current password. It has only an upper limit, because passwords set under older rules must still work. */
const present = z.string().min(1).max(1024)
const fresh = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX).meta({
  format: 'password',
  description: 'Not one of the 3,000 most common passwords',
})
const emailOfLogin = z.string().trim().min(1).max(LONGEST_EMAIL)
const ticket = z.string().min(1).max(200)
const code = z.string().min(1).max(16)
const part = z.string().max(100_000)

/** The browser's WebAuthn response, as toJSON() writes it. Unknown keys are ignored. */
const passkey = z.looseObject({
  id: z.string().min(1).max(2000),
  rawId: z.string().min(1).max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: part,
    attestationObject: part.optional(),
    authenticatorData: part.optional(),
    signature: part.optional(),
    userHandle: z.string().max(200).nullish(),
    transports: z.array(z.string().max(40)).max(20).optional(),
  }),
  clientExtensionResults: z.looseObject({}).default({}),
})
const PASSKEY_EXAMPLE = {
  ...{ id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key' },
  response: { clientDataJSON: 'e30', authenticatorData: 'AQID', signature: 'AQID' },
}

const link = z.string().max(200).meta({
  description: 'The link from single sign-on: links the provider’s account with this one',
})
export const credentials = z
  .object({ email: emailOfLogin, password: present, link: link.optional() })
  .meta({ examples: [{ email: 'amara.okafor@example.org', password: 'three-blue-waymarks' }] })

/** A ticket and one proof. */
export const factorAnswer = body(
  {
    ticket,
    code: code.optional(),
    recovery: z.string().min(1).max(40).optional(),
    passkey: passkey.optional(),
  },
  { ticket: 'the ticket of the previous step', code: '123456' },
)

export const factorTicket = body({ ticket }, { ticket: 'the ticket of the previous step' })
export const signOnTicket = body(
  { ticket },
  { ticket: 'the ticket after the # in the address of the sign-in page' },
)
export const passkeySignIn = body(
  { ticket, answer: passkey },
  { ticket: 'the ticket of the previous step', answer: PASSKEY_EXAMPLE },
)

/** The body of routes that need none. */
export const nothing = body({}, {}).optional()

export const forgottenPassword = body({ email: emailOfLogin }, { email: 'amara@example.org' })
export const passwordByLink = body(
  { token: ticket, password: fresh },
  { token: 'the part of the link after the #', password: 'four-red-cairns' },
)

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const preferences = z.strictObject({
  theme: z.enum(THEMES).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/, {
      error: 'must be a language tag, like en-GB',
    })
    .meta({ description: 'A BCP 47 tag: language, script, region' })
    .optional(),
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, { error: 'must be a time zone, like Europe/Vienna' })
    .meta({ description: 'The name of a time zone' })
    .optional(),
})

export const accountChange = body(
  {
    firstName: requiredText(80).optional(),
    lastName: requiredText(80).optional(),
    email: emailAddress().optional(),
    password: present.meta({ description: 'The current one; a new email requires it' }).optional(),
    preferences: preferences.optional(),
  },
  { firstName: 'Amara', preferences: { theme: 'dark' } },
)

export const passwordChange = body(
  { current: present, next: fresh },
  { current: 'three-blue-waymarks', next: 'four-red-cairns' },
)

export const confirmation = body(
  {
    password: present.optional(),
    code: code.optional(),
    passkey: z.looseObject({}).optional(),
    ticket: ticket.optional(),
  },
  { password: 'three-blue-waymarks' },
)

export const newPasskey = body(
  { ticket, name: requiredText(60), answer: passkey },
  { ticket: 'the ticket of the options', name: 'Laptop', answer: PASSKEY_EXAMPLE },
)
export const passkeyName = body({ name: requiredText(60) }, { name: 'Laptop' })
export const totpCode = body({ code }, { code: '123456' })

const text = { type: 'string' }
const boolean = { type: 'boolean' }
const time = { ...text, format: 'date-time' }
const list = (items: JsonSchema, description: string) => ({ type: 'array', items, description })
const orNull = (schema: JsonSchema, description?: string): JsonSchema => ({
  ...schema,
  type: [schema.type, 'null'],
  ...(description && { description }),
})

/** Keys of the signed-in user in the responses of sign-in, profile and account. */
const PERSON = { _id: text, firstName: text, lastName: text, email: text, role: text }
const PREFERENCES: JsonSchema = {
  ...answerSchema(preferences),
  description: 'The user’s choices on all devices. Absent keys follow the browser',
}
const MUST = list({ ...text, enum: MUST_RULES }, 'What the user must do before any other call')

export const USER: JsonSchema = {
  $id: 'SessionUser',
  ...object(PERSON, {
    access: {
      type: 'object',
      additionalProperties: true,
      description: 'What the role may, where CONSOLE_ROLES lets more roles in than admin',
    },
    changes: {
      ...boolean,
      description:
        'Writes with an Idempotency-Key are applied once. Each returns its change, which can be undone',
    },
    account: { ...boolean, description: 'Users manage their own account: GET /account' },
    must: MUST,
    preferences: PREFERENCES,
    timeZone: textSchema('The reporting time zone, which defines the days of figures and filters'),
  }),
}

const user = { $ref: 'SessionUser#' }
export const SIGNED_IN: JsonSchema = { ...object({ token: text, user }), description: 'Signed in' }
export const SIGNED_IN_OR_ASKED: JsonSchema = {
  type: 'object',
  properties: {
    token: text,
    user,
    ticket: textSchema('Returned in place of a token, for POST /auth/factor within five minutes'),
    factors: list(
      { ...text, enum: ['passkey', 'totp', 'recovery'] },
      'The second factors of the user',
    ),
  },
  description: 'Signed in, or a second factor is required',
}

export const PASSKEY_OPTIONS: JsonSchema = {
  ...object({
    ticket: textSchema('Send it back with the response within five minutes'),
    options: {
      type: 'object',
      additionalProperties: true,
      description: 'For PublicKeyCredential.parse…OptionsFromJSON()',
    },
  }),
  description: 'The options for the browser',
}

export const METHODS: JsonSchema = {
  ...object({
    forgotten: { ...boolean, description: 'Whether the server emails password links' },
    passkeys: boolean,
    signOn: orNull(object({ name: text }), 'The single sign-on provider'),
  }),
  description: 'The sign-in methods other than a password',
}

export const LINK: JsonSchema = {
  ...object({ url: text, expiresAt: time, mailed: boolean }),
  description: 'The link. It is shown only once',
}

export const ACCOUNT: JsonSchema = {
  ...object({
    ...PERSON,
    must: MUST,
    preferences: PREFERENCES,
    factors: object({
      totp: { ...boolean, description: 'An authenticator app' },
      passkeys: {
        type: 'array',
        items: object({ id: text, name: text, createdAt: time, lastUsedAt: orNull(time) }),
      },
      recoveryCodesLeft: { type: 'integer' },
      isRequired: { ...boolean, description: 'The role requires a second factor' },
    }),
    signOn: orNull(object({ name: text, linkedAt: time }), 'The linked single sign-on account'),
    confirmedUntil: orNull(time, 'When the confirmation of this session expires'),
  }),
  description: 'The account',
}

export const SESSIONS: JsonSchema = {
  ...object({
    sessions: {
      type: 'array',
      items: object({
        id: text,
        device: textSchema('Browser and system'),
        address: orNull(text),
        createdAt: time,
        lastUsedAt: { ...time, description: 'Precise to the minute' },
        isCurrent: boolean,
      }),
    },
  }),
  description: 'The sessions, most recently used first',
}

export const TOTP_SECRET: JsonSchema = {
  ...object({ secret: text, uri: text }),
  description: 'The secret as text, and as a URL for a QR code',
}

export const CODES: JsonSchema = {
  ...object({ recoveryCodes: { type: 'array', items: text } }),
  description: 'Each code works once. They are shown only once',
}
