import * as z from 'zod'
import { LONGEST_EMAIL } from '#model/limits.ts'
import { emailAddress, requiredText } from '#model/schema.ts'
import { PASSWORD_MAX, PASSWORD_MIN, THEMES } from './session.ts'

/** One that there may be: no length rule beyond a bound, since an old one must still be right. */
const present = z.string().min(1).max(1024)
const fresh = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX).meta({
  format: 'password',
  description: 'Not one of the 3,000 commonest',
})
const token = z.string().min(1).max(200)

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

/** PUT /account */
export const accountChange = z.strictObject({
  firstName: requiredText(80).optional(),
  lastName: requiredText(80).optional(),
  email: emailAddress().optional(),
  password: present.meta({ description: 'The present one; a new email takes it' }).optional(),
  preferences: preferences.optional(),
})

/** POST /account/password */
export const passwordChange = z.strictObject({ current: present, next: fresh })

/** POST /account/confirm */
export const confirmation = z.strictObject({
  password: present.optional(),
  code: z.string().min(1).max(16).optional(),
  passkey: z.looseObject({}).optional(),
  ticket: token.optional(),
})

/** POST /auth/forgotten */
export const forgottenPassword = z.strictObject({
  email: z.string().trim().min(1).max(LONGEST_EMAIL),
})

/** POST /auth/set-password */
export const passwordByLink = z.strictObject({ token, password: fresh })

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
