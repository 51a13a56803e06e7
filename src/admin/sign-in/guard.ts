import { HOME, LOGIN } from '#admin/format/addresses.ts'
import { currentSession, onSession, type Session } from '#admin/http/session.ts'
import { SET_PASSWORD_PAGE } from '#contract/auth.ts'

/**
 * Keeps the address in step with the session. Replaces it before anything renders, so that Back does not return to
 * a guarded page.
 */
export function guard(): void {
  onSession(correct)
  addEventListener('popstate', correct)
}

function correct(): void {
  const address = addressFor(currentSession().status, location, location.origin)
  if (address !== undefined) history.replaceState(null, '', address)
}

/**
 * Returns the address to redirect to, or undefined if the current one is right. Signed out, every page redirects to
 * the sign-in page, which remembers the target. Signed in, the sign-in page redirects to that target.
 */
export function addressFor(
  status: Session['status'],
  at: { pathname: string; search: string },
  origin: string,
): string | undefined {
  const isLogin = at.pathname.replace(/\/+$/, '') === LOGIN
  if (isSetPassword(at)) return undefined
  if (status === 'in' && isLogin)
    return safeTarget(new URLSearchParams(at.search).get('to'), origin)
  if (status !== 'out' || isLogin) return undefined
  const asked = at.pathname + at.search
  return asked === HOME ? LOGIN : `${LOGIN}?${new URLSearchParams({ to: asked })}`
}

/** Returns whether this is the page of a one-time link, which needs no session and accepts one. */
export function isSetPassword({ pathname }: { pathname: string }): boolean {
  return pathname.replace(/\/+$/, '') === SET_PASSWORD_PAGE
}

/**
 * Returns the target if it is a page of the console on our own origin, else the home page: sign-in must not
 * redirect elsewhere.
 */
export function safeTarget(to: string | null, origin: string): string {
  if (!to || !URL.canParse(to, origin)) return HOME
  const url = new URL(to, origin)
  const isOurs = url.origin === origin && /^\/admin(\/|$)/.test(url.pathname)
  if (!isOurs || url.pathname.replace(/\/+$/, '') === LOGIN) return HOME
  return url.pathname + url.search + url.hash
}
