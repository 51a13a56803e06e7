import { BOUNDED_EVENTS, type SecurityEventName } from '#contract/security-log.ts'
import { addressKey, plainAddress } from '#server/auth/limits.ts'
import type { Tx } from '#server/db/pool.ts'
import type { KeptEvent, SecurityEvents } from './security-events.ts'

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
  /** What it is now: a role, a status, a format. */
  to?: string
  /** What a refusal answered. */
  status?: 401 | 403
  /** The name of a service's token, as `npm run admin -- tokens` lists it. */
  service?: string
  /** Browser and system, as the sessions of an account show them. */
  device?: string
  /** What it was done to or with: a resource, a kind of factor, a route. */
  what?: string
  /** The id of the one record that it was done to. */
  record?: string
  /** To how many, where that is known. */
  count?: number
}

export interface Noted {
  event: SecurityEventName
  facts: SecurityFacts
}

/** Each event is a line of the process log and a row of the security log (decision 044). */
export interface SecurityLog {
  /** Writes the line now, and the row beside whatever goes on: a crash loses what the last second held. */
  note(event: SecurityEventName, facts: SecurityFacts): void
  /** Writes the rows in the transaction of what they tell of: there is the one if there is the other. */
  noteIn(tx: Tx, noted: readonly Noted[]): Promise<void>
  /** Writes the lines of what was noted so, when that is committed. */
  tell(noted: readonly Noted[]): void
  /** Writes what was counted of a flood, at an end. */
  close(): void
}

const WORD = 'security'
const WINDOW_MS = 60_000
const HOUR_MS = 3_600_000
/** Lines of a window about what anybody can bring about: of one address, and of all of them. */
const MOST_OF_ONE = 10
const MOST_OF_ALL = 300
/** Rows of an hour about the same: they stay for months. */
const MOST_KEPT = 1500

/**
 * Writes lines through `write`, at the log's default level. A flood of refusals leaves a few lines and rows for each
 * address and minute, then the number of those that were left out. `events` takes the rows.
 */
export function createSecurityLog(
  write: (line: Readonly<Record<string, unknown>>, word: string) => void,
  events?: Pick<SecurityEvents, 'add' | 'write'>,
): SecurityLog {
  let written = 0
  let leftOut = new Map<string | null, number>()
  let linesOf = new Map<string, number>()
  let isOpen = false
  let unkept = 0
  let hour = { since: Number.NEGATIVE_INFINITY, kept: 0 }

  const close = () => {
    for (const [source, count] of leftOut)
      if (count > 0) write({ event: 'lines_left_out', source, count }, WORD)
    const count = [...leftOut.values()].reduce((sum, one) => sum + one, unkept)
    if (count > 0) events?.add({ event: 'events_left_out', count })
    written = 0
    unkept = 0
    leftOut = new Map()
    linesOf = new Map()
    isOpen = false
  }

  /** Whether a line that anybody can bring about may still be written. What is remembered is no more than was written. */
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

  const mayKeep = (): boolean => {
    const now = Date.now()
    if (now - hour.since >= HOUR_MS) hour = { since: now, kept: 0 }
    hour.kept += 1
    return hour.kept <= MOST_KEPT
  }

  const writeLine = ({ event, facts: { address, ...facts } }: Noted) =>
    write({ event, address: address && plainAddress(address), ...facts }, WORD)

  return {
    note(event, facts) {
      const noted = { event, facts }
      const { address } = facts
      const isBounded = address !== null && BOUNDED_EVENTS.includes(event)
      if (isBounded && !mayWrite(address)) return
      writeLine(noted)
      if (!isBounded || mayKeep()) events?.add(keptOf(noted))
      else unkept += 1
    },

    async noteIn(tx, noted) {
      await events?.write(tx, noted.map(keptOf))
    },

    tell(noted) {
      for (const one of noted) writeLine(one)
    },

    close,
  }
}

function keptOf({ event, facts }: Noted): KeptEvent {
  const { account, by = null, address, reqId = null, to = null, device = null } = facts
  const { service, record = null, count = null } = facts
  // A token's name stands before what was done with it.
  const what = [service, facts.what].filter(Boolean).join(': ') || null
  return {
    ...{ event, account, actor: by, request: reqId, became: to, device, what, record, count },
    address: address && plainAddress(address),
  }
}
