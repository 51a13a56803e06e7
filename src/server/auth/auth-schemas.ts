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
  /** By status; 204 when absent. */
  response?: Readonly<Record<number, JsonSchema>>
}

const DONE = { 204: { type: 'null', description: 'Done, without content' } }

/** Makes the options of a route, with its description. */
export function route(
  tag: string,
  operationId: string,
  summary: string,
  { config = {}, body, response = DONE, ...schema }: Description,
): RouteShorthandOptions {
  const described = { tags: [tag], operationId, summary, ...schema, response }
  return { config, schema: { ...described, ...(body && { body: bodySchema(body) }) } }
}

/** The schema of a body without further keys, with an example for the description. */
const body = <Shape extends z.ZodRawShape>(shape: Shape, example: object) =>
  z.strictObject(shape).meta({ examples: [example] })

/** A current password. No length rule beyond a limit: older passwords must still sign in. */
const present = z.string().min(1).max(1024)
const fresh = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX).meta({
  format: 'password',
  description: 'Not one of the 3,000 most common passwords',
})
const emailOfLogin = z.string().trim().min(1).max(LONGEST_EMAIL)
const ticket = z.string().min(1).max(200)
const code = z.string().min(1).max(16)
const part = z.string().max(100_000)

/** The browser's WebAuthn answer, as its toJSON() writes it. Unknown keys are ignored. */
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
  description: 'The link from the provider: that account is linked with this one',
})
export const credentials = z
  .object({ email: emailOfLogin, password: present, link: link.optional() })
  .meta({ examples: [{ email: 'amara.okafor@example.org', password: 'three-blue-waymarks' }] })

/** The ticket and one of the others. */
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
  { ticket: 'the ticket after the # of the sign-in page' },
)
export const passkeySignIn = body(
  { ticket, answer: passkey },
  { ticket: 'the ticket of the previous step', answer: PASSKEY_EXAMPLE },
)

/** The body of routes that take none. */
export const nothing = body({}, {}).optional()

export const forgottenPassword = body({ email: emailOfLogin }, { email: 'amara@example.org' })
export const passwordByLink = body(
  { token: ticket, password: fresh },
  { token: 'the part after the # of the link', password: 'four-red-cairns' },
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
    .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/, { error: 'is no language' })
    .meta({ description: 'A BCP 47 tag: language, script, region' })
    .optional(),
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, { error: 'is no time zone' })
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

/** Keys of the signed-in user, in the answers of sign-in, profile and account. */
const PERSON = { _id: text, firstName: text, lastName: text, email: text, role: text }
const PREFERENCES: JsonSchema = {
  ...answerSchema(preferences),
  description: 'What the person chose for every device; absent is what the browser says',
}
const MUST = list(
  { ...text, enum: MUST_RULES },
  'What has to be done before anything else may be called',
)

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
        'Writes with an Idempotency-Key are made once, and each names its change, which can be taken back',
    },
    account: { ...boolean, description: 'People keep their own account here: GET /account' },
    must: MUST,
    preferences: PREFERENCES,
    timeZone: textSchema('The reporting time zone: days of figures and filters are days of it'),
  }),
}

const user = { $ref: 'SessionUser#' }
export const SIGNED_IN: JsonSchema = { ...object({ token: text, user }), description: 'Signed in' }
export const SIGNED_IN_OR_ASKED: JsonSchema = {
  type: 'object',
  properties: {
    token: text,
    user,
    ticket: textSchema('Instead of a token: for POST /auth/factor, within five minutes'),
    factors: list(
      { ...text, enum: ['passkey', 'totp', 'recovery'] },
      'The factors that the user has',
    ),
  },
  description: 'Signed in, or asked for a second factor',
}

export const PASSKEY_OPTIONS: JsonSchema = {
  ...object({
    ticket: textSchema('Send it back with the answer, within five minutes'),
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
    forgotten: { ...boolean, description: 'The server mails links for forgotten passwords' },
    passkeys: boolean,
    signOn: orNull(object({ name: text }), 'The provider of single sign-on'),
  }),
  description: 'The sign-in methods besides a password',
}

export const LINK: JsonSchema = {
  ...object({ url: text, expiresAt: time, mailed: boolean }),
  description: 'The link, shown only here',
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
    signOn: orNull(object({ name: text, linkedAt: time }), 'The linked account of single sign-on'),
    confirmedUntil: orNull(time, 'Until when the session counts as freshly confirmed'),
  }),
  description: 'The account as it is now',
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
  description: 'The sessions, the most recently used first',
}

export const TOTP_SECRET: JsonSchema = {
  ...object({ secret: text, uri: text }),
  description: 'The secret as text, and as the address of a QR code',
}

export const CODES: JsonSchema = {
  ...object({ recoveryCodes: { type: 'array', items: text } }),
  description: 'Each is valid once; shown only here',
}
