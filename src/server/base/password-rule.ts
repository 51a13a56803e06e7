import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/session.ts'

const COUNT = 3000

let list: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password is among the 3,000 commonest that are long enough to be accepted at all (USER-05).
 * Case does not matter. The list is loaded when the first password is set.
 */
async function isCommonPassword(password: string): Promise<boolean> {
  list ??= load()
  return (await list).has(password.toLowerCase())
}

/** What is wrong with a new password, in words; undefined when nothing is. */
export async function passwordFault(password: string): Promise<string | undefined> {
  // In characters, as the schema counts them.
  const { length } = [...password]
  if (length < PASSWORD_MIN) return `Password needs at least ${PASSWORD_MIN} characters.`
  if (length > PASSWORD_MAX) return `Password may have at most ${PASSWORD_MAX} characters.`
  if (await isCommonPassword(password))
    return 'Password is one of the most common ones. Please choose another.'
  return undefined
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const longEnough = dictionary['passwords-common'].filter((word) => word.length >= PASSWORD_MIN)
  return new Set(longEnough.slice(0, COUNT))
}
