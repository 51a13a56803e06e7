import { removeOwnDrafts } from '#admin/drafts/drafts.ts'
import { signOut } from '#admin/http/authenticate.ts'

/** By choice: nothing that was typed stays in this browser. The console would see to that, and is not there. */
export function signOutForGood(): void {
  removeOwnDrafts()
  void signOut()
}
