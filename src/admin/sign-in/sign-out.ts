import { forgetStoredOwner } from '#admin/drafts/owner.ts'
import { signOut } from '#admin/http/authenticate.ts'

/** By choice: nothing that was typed stays in this browser. The console would see to that, and is not there. */
export function signOutForGood(): void {
  forgetStoredOwner()
  void signOut()
}
