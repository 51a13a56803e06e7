import { currentSession, onSession } from '#admin/http/session.ts'
import { addressFor } from './place.ts'

/**
 * Keeps the address in step with the session: it is replaced before anyone renders or routes by it, so that
 * Back does not return to a guarded page (ROUTE-04).
 */
export function guard(): void {
  onSession(correct)
  addEventListener('popstate', correct)
}

function correct(): void {
  const address = addressFor(currentSession().status, location, location.origin)
  if (address !== undefined) history.replaceState(null, '', address)
}
