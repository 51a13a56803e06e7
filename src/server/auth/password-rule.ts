import { brand } from '#brand'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/auth.ts'

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

/** What everybody here would guess first: the product, its roles, and what it is about. */
const KNOWN = [
  ...[brand.name, 'admin', 'administrator', 'console', 'user', 'host', 'traveler', 'password'],
  ...['mission', 'protocol', 'mentor', 'career', 'field', 'message', 'waitlist', 'dashboard'],
].map((word) => word.toLowerCase())

/** Whether what stands beside such words would be too short alone: 'Waymark2026!', 'mentor-mission'. */
function isOfKnownWords(password: string): boolean {
  const left = KNOWN.reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase())
  return left.length < password.length && [...left].length < PASSWORD_MIN
}

/** What is wrong with a new password, in words; undefined when nothing is. */
export async function passwordFault(password: string): Promise<string | undefined> {
  // In characters, as the schema counts them.
  const { length } = [...password]
  if (length < PASSWORD_MIN) return `Password needs at least ${PASSWORD_MIN} characters.`
  if (length > PASSWORD_MAX) return `Password may have at most ${PASSWORD_MAX} characters.`
  if (await isCommonPassword(password))
    return 'Password is one of the most common ones. Please choose another.'
  if (isOfKnownWords(password))
    return 'Password is little more than words that everybody here knows. Please choose another.'
  return undefined
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const longEnough = dictionary['passwords-common'].filter((word) => word.length >= PASSWORD_MIN)
  return new Set(longEnough.slice(0, COUNT))
}
