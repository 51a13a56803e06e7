import * as z from 'zod'

/** POST /auth/login. No length rule beyond a bound: an old password must still sign in. */
export const credentials = z.object({
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1024),
})
