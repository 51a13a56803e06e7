import { SIGN_IN_EVENTS, type SignInEventName } from '#contract/sign-in-events.ts'
import { addressKey, plainAddress } from '#server/store/limits.ts'
import type { SignInEvents } from '#server/store/sign-in-events.ts'

/** What touches who may do what. Whoever reads the log searches for these names: they stay. */
export type SecurityEvent = StrangersEvent | OwnEvent

/** Anybody can bring these about, as often as he likes. */
type StrangersEvent = 'sign_in_failed' | 'sign_in_refused' | 'token_refused'

type OwnEvent =
  | 'signed_in'
  | 'signed_out'
  | 'sessions_ended'
  | 'admin_made'
  | 'role_changed'
  | 'status_changed'
  | 'user_deleted'
  | 'user_erased'
  | 'password_changed'
  | 'service_token_made'
  | 'service_token_revoked'

/** Ids and addresses: never an email, a password, a token, or the name of a person. */
export interface SecurityFacts {
  /** The id of the user it is about; null when nobody was found. */
  account: string | null
  /** Where it came from; null for commands and starts. */
  address: string | null
  /** The request, as in the other lines of the log. */
  reqId?: string | null
  /** The id of the admin who did it, where that is another than the account; null for commands and starts. */
  by?: string | null
  /** The role or status that it has now. */
  to?: string
  /** What a refusal answered. */
  status?: 401 | 403
  /** The name of a service's token, as `npm run admin -- tokens` lists it. */
  service?: string
}

/** One line for each event. */
export interface SecurityLog {
  note(event: SecurityEvent, facts: SecurityFacts): void
}

const WORD = 'security'
const WINDOW_MS = 60_000
/** Lines of a window about what strangers bring about: of one address, and of all of them. */
const MOST_OF_ONE = 10
const MOST_OF_ALL = 300

/**
 * Writes through `write`, at the log's default level. A flood of refusals leaves a few lines for each
 * address and minute, then one with the number of those that were left out. `keep` takes what happened around signing
 * in to a known account, for the console.
 */
export function createSecurityLog(
  write: (line: Readonly<Record<string, unknown>>, word: string) => void,
  keep: SignInEvents['add'] = () => undefined,
): SecurityLog {
  let written = 0
  let leftOut = new Map<string | null, number>()
  let linesOf = new Map<string, number>()
  let isOpen = false

  const close = () => {
    for (const [source, count] of leftOut)
      if (count > 0) write({ event: 'lines_left_out', source, count }, WORD)
    written = 0
    leftOut = new Map()
    linesOf = new Map()
    isOpen = false
  }

  /** Whether a stranger's line may still be written. What is remembered is no more than was written. */
  const mayWrite = (address: string): boolean => {
    if (!isOpen) setTimeout(close, WINDOW_MS).unref()
    isOpen = true
    const source = addressKey(address)
    const lines = linesOf.get(source) ?? 0
    if (lines < MOST_OF_ONE && written < MOST_OF_ALL) {
      linesOf.set(source, lines + 1)
      written += 1
      return true
    }
    const counted = linesOf.has(source) ? source : null
    leftOut.set(counted, (leftOut.get(counted) ?? 0) + 1)
    return false
  }

  return {
    note(event, { address, ...facts }) {
      if (address !== null && isStrangers(event) && !mayWrite(address)) return
      const plain = address && plainAddress(address)
      write({ event, address: plain, ...facts }, WORD)
      const { account, by = null, to = null } = facts
      if (account !== null && isKept(event))
        keep({ event, userId: account, byId: by, address: plain, became: to })
    },
  }
}

function isKept(event: SecurityEvent): event is SignInEventName {
  return (SIGN_IN_EVENTS as readonly string[]).includes(event)
}

function isStrangers(event: SecurityEvent): event is StrangersEvent {
  return ['sign_in_failed', 'sign_in_refused', 'token_refused'].includes(event)
}
