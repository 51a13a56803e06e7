import type { AuthProvider } from '@refinedev/core'
import { LOGIN } from '#admin/format/addresses.ts'
import { signIn, signOut } from '#admin/http/authenticate.ts'
import { currentSession } from '#admin/http/session.ts'
import { LOGIN_FAILED } from '#contract/auth.ts'

/** Signs in and out, and tells Refine about the session of this page. main.tsx shows the sign-in page. */
export const authProvider: AuthProvider = {
  async login({ email, password }: { email: string; password: string }) {
    try {
      await signIn(email, password)
      return { success: true }
    } catch (error) {
      return { success: false, error: error instanceof Error ? error : new Error(LOGIN_FAILED) }
    }
  },

  async logout() {
    await signOut()
    return { success: true }
  },

  check: () => {
    const authenticated = currentSession().status === 'in'
    return Promise.resolve({ authenticated, ...(!authenticated && { redirectTo: LOGIN }) })
  },

  // http-client.ts has ended the session by now if the error is a 401.
  onError: (error) => Promise.resolve({ error }),

  getIdentity: () => {
    const session = currentSession()
    return Promise.resolve(session.status === 'in' ? session.user : null)
  },
}
