import type { Account } from '#contract/account.ts'

/** What a section of the account is given. */
export interface Changed {
  account: Account
  /** The account as it is now; read anew without one. */
  changed: (account?: Account) => void
}
