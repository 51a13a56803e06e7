/** GET: leads to the provider and, by the callback, back to the console's sign-in page. */
export const SIGN_ON_START_PATH = '/auth/oidc/start'
export const SIGN_ON_CALLBACK_PATH = '/auth/oidc/callback'
/** POST: what came back is made a session. */
export const SIGN_ON_SESSION_PATH = '/auth/oidc/session'

/**
 * What stands after #problem= of the sign-in page: codes, for no link may put words there. `failed` is an answer that
 * was not as it has to be; `no_account` says that nobody here has that email, and that none is made.
 */
export const SIGN_ON_PROBLEMS = [
  'unreachable',
  'cancelled',
  'no_role',
  'unverified',
  'inactive',
  'expired',
  'no_account',
  'failed',
] as const
export type SignOnProblem = (typeof SIGN_ON_PROBLEMS)[number]
