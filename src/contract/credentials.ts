import * as z from 'zod'
import { LONGEST_EMAIL } from '#model/limits.ts'

/** POST /auth/login. No length rule beyond a bound: an old password must still sign in. */
export const credentials = z.object({
  email: z.string().trim().min(1).max(LONGEST_EMAIL),
  password: z.string().min(1).max(1024),
  link: z
    .string()
    .max(200)
    .meta({ description: 'What came back from the provider: that account is linked with this one' })
    .optional(),
})
