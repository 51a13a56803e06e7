import { HOME, LOGIN } from '#admin/format/addresses.ts'
import { currentSession, onSession, type Session } from '#admin/http/session.ts'
import { SET_PASSWORD_PAGE } from '#contract/auth.ts'

/**
 * Keeps the address in step with the session: it is replaced before anyone renders or routes by it, so that
 * Back does not return to a guarded page.
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
 * The address that has to take the place of the present one; undefined when it may stand.
 * Signed out, every page is the sign-in page, which remembers where to go; signed in, the sign-in
 * page leads there.
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

/** The page of a one-time link stands for whoever is in, and for whoever is not. */
export function isSetPassword({ pathname }: { pathname: string }): boolean {
  return pathname.replace(/\/+$/, '') === SET_PASSWORD_PAGE
}

/** A page of the console on our own origin, else its home: no address may lead elsewhere after sign-in. */
export function safeTarget(to: string | null, origin: string): string {
  if (!to || !URL.canParse(to, origin)) return HOME
  const url = new URL(to, origin)
  const isOurs = url.origin === origin && /^\/admin(\/|$)/.test(url.pathname)
  if (!isOurs || url.pathname.replace(/\/+$/, '') === LOGIN) return HOME
  return url.pathname + url.search + url.hash
}
