import * as z from 'zod'
import { requiredText } from '#model/schema.ts'

const ticket = z.string().min(1).max(200)
const part = z.string().max(100_000)

/** What a browser's WebAuthn answers, as its toJSON() writes it. What else stands in it is not looked at. */
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
const code = z.string().min(1).max(16)

/** POST /auth/factor: the ticket with one of the three. */
export const factorAnswer = z.strictObject({
  ticket,
  code: code.optional(),
  recovery: z.string().min(1).max(40).optional(),
  passkey: passkey.optional(),
})

/** POST /auth/factor/passkey and POST /auth/oidc/session */
export const ticketAlone = z.strictObject({ ticket })

/** POST /auth/passkey */
export const passkeySignIn = z.strictObject({ ticket, answer: passkey })

/** POST /auth/passkey/options and the others that are told nothing. */
export const nothing = z.strictObject({}).optional()

/** POST /account/passkeys */
export const newPasskey = z.strictObject({ ticket, name: requiredText(60), answer: passkey })

/** PUT /account/passkeys/{id} */
export const passkeyName = z.strictObject({ name: requiredText(60) })

/** PUT /account/totp */
export const totpCode = z.strictObject({ code })
