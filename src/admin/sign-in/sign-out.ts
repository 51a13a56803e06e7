import { removeOwnDrafts } from '#admin/drafts/drafts.ts'
import { signOut } from '#admin/http/authenticate.ts'

/** Signs out where the console, which removes the drafts, is not loaded. */
export function signOutForGood(): void {
  removeOwnDrafts()
  void signOut()
}
