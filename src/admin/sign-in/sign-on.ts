/** Why a single sign-on failed. The address names the reason, never the text. */
const PROBLEMS: Readonly<Record<string, string>> = {
  unreachable:
    'The sign-in provider does not answer. Sign in with your password, or try again later.',
  cancelled: 'The sign-in was cancelled.',
  no_role: 'Your account has no access to the console. Ask an admin for access.',
  unverified: 'The sign-in provider has not verified your email, so you cannot sign in with it.',
  inactive: 'This account is not active.',
  no_account: 'There is no account with your email. Ask an admin for access.',
  expired: 'The sign-in took too long, or was used twice. Please try again.',
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
