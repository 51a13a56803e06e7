import type { AuthProvider } from '@refinedev/core'
import { LOGIN } from '#admin/format/addresses.ts'
import { signIn, signOut } from '#admin/http/authenticate.ts'
import { currentSession } from '#admin/http/session.ts'
import { LOGIN_FAILED } from '#contract/session.ts'

/** Refine's questions about the session, answered by the one session there is. The entry does all leading away. */
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

  // A 401 has ended the session by the time it comes here: by the client's interceptor in http/http.ts.
  onError: (error) => Promise.resolve({ error }),

  getIdentity: () => {
    const session = currentSession()
    return Promise.resolve(session.status === 'in' ? session.user : null)
  },

  getPermissions: () => {
    const session = currentSession()
    return Promise.resolve(session.status === 'in' ? session.user.role : null)
  },
}
