/** Why somebody came back from single sign-on without being let in; an address says which, and never the words. */
const PROBLEMS: Readonly<Record<string, string>> = {
  unreachable: 'The other side gives no answer. Sign in with your password, or try again later.',
  cancelled: 'The sign-in was cancelled.',
  no_role: 'Your account has no access to the console. Ask whoever gives access.',
  unverified: 'Your email is not verified on the other side, so it lets nobody in here.',
  inactive: 'This account is not active.',
  no_account: 'Nobody here has your email. Ask whoever gives access.',
  expired: 'This took too long, or was done twice. Please try again.',
}
const OTHER_PROBLEM = 'Signing in with the other account did not work. Please try again.'

/** What single sign-on comes back with, in the fragment of the sign-in page's address. */
export interface Returned {
  /** For the session. */
  ticket?: string
  /** Links the account to the one whose password is given next. */
  link?: string
  /** In words. */
  problem?: string
}

/** Reads the fragment of the sign-in page's address. */
export function readReturn(hash: string): Returned {
  const said = new URLSearchParams(hash.slice(1))
  const [ticket, link, problem] = ['ticket', 'link', 'problem'].map((key) => said.get(key))
  return {
    ...(ticket && { ticket }),
    ...(link && { link }),
    ...(problem && { problem: PROBLEMS[problem] ?? OTHER_PROBLEM }),
  }
}
