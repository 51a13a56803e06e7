import * as z from 'zod'
import { PASSWORD_MAX, PASSWORD_MIN, THEMES } from '#contract/auth.ts'
import { LONGEST_EMAIL } from '#model/limits.ts'
import { emailAddress, requiredText } from '#model/schema.ts'

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

/** POST /auth/login */
export const credentials = z
  .object({
    email: emailOfLogin,
    password: present,
    link: z
      .string()
      .max(200)
      .meta({
        description: 'The link from the provider: that account is linked with this one',
      })
      .optional(),
  })
  .meta({ examples: [{ email: 'amara.okafor@example.org', password: 'three-blue-waymarks' }] })

/** POST /auth/factor: the ticket and one of the others. */
export const factorAnswer = body(
  {
    ticket,
    code: code.optional(),
    recovery: z.string().min(1).max(40).optional(),
    passkey: passkey.optional(),
  },
  { ticket: 'the ticket of the previous step', code: '123456' },
)

/** POST /auth/factor/passkey */
export const factorTicket = body({ ticket }, { ticket: 'the ticket of the previous step' })

/** POST /auth/oidc/session */
export const signOnTicket = body(
  { ticket },
  { ticket: 'the ticket after the # of the sign-in page' },
)

const EXAMPLE_ANSWER = {
  ...{ id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key' },
  response: { clientDataJSON: 'e30', authenticatorData: 'AQID', signature: 'AQID' },
}

/** POST /auth/passkey */
export const passkeySignIn = body(
  { ticket, answer: passkey },
  { ticket: 'the ticket of the previous step', answer: EXAMPLE_ANSWER },
)

/** The body of routes that take none, such as POST /auth/passkey/options. */
export const nothing = body({}, {}).optional()

/** POST /auth/forgotten */
export const forgottenPassword = body({ email: emailOfLogin }, { email: 'amara@example.org' })

/** POST /auth/set-password */
export const passwordByLink = body(
  { token: ticket, password: fresh },
  { token: 'the part after the # of the link', password: 'four-red-cairns' },
)

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

/** PUT /account. A new email requires the current password. */
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

/** POST /account/password. Ends all other sessions of the user. */
export const passwordChange = body(
  { current: present, next: fresh },
  { current: 'three-blue-waymarks', next: 'four-red-cairns' },
)

/** POST /account/confirm */
export const confirmation = body(
  {
    password: present.optional(),
    code: code.optional(),
    passkey: z.looseObject({}).optional(),
    ticket: ticket.optional(),
  },
  { password: 'three-blue-waymarks' },
)

/** POST /account/passkeys */
export const newPasskey = body(
  { ticket, name: requiredText(60), answer: passkey },
  { ticket: 'the ticket of the options', name: 'Laptop', answer: EXAMPLE_ANSWER },
)

/** PUT /account/passkeys/{id} */
export const passkeyName = body({ name: requiredText(60) }, { name: 'Laptop' })

/** PUT /account/totp */
export const totpCode = body({ code }, { code: '123456' })

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
