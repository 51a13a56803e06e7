import { type JsonSchema, object } from '#server/http/json-schema.ts'
import { MUST, PREFERENCES } from '#server/http/session-user.ts'

const text = { type: 'string' }
const time = { ...text, format: 'date-time' }
const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema.type, 'null'] })

const PASSKEY = object({ id: text, name: text, createdAt: time, lastUsedAt: orNull(time) })

export const ACCOUNT = object({
  ...{ _id: text, firstName: text, lastName: text, email: text, role: text },
  must: MUST,
  preferences: PREFERENCES,
  factors: object({
    totp: { type: 'boolean', description: 'An authenticator app' },
    passkeys: { type: 'array', items: PASSKEY },
    recoveryCodesLeft: { type: 'integer' },
    isRequired: { type: 'boolean', description: 'The role may not be without a second factor' },
  }),
  signOn: {
    ...orNull(object({ name: text, linkedAt: time })),
    description: 'The account elsewhere by which this one is signed in to as well',
  },
  confirmedUntil: {
    ...orNull(time),
    description: 'Until when what takes a confirmation may be called',
  },
})

export const SESSIONS = object({
  sessions: {
    type: 'array',
    items: object({
      id: text,
      device: { ...text, description: 'Browser and system' },
      address: orNull(text),
      createdAt: time,
      lastUsedAt: { ...time, description: 'To the minute' },
      isCurrent: { type: 'boolean' },
    }),
  },
})
