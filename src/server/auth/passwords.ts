import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { createGate } from '#server/http/gate.ts'
import type { Turn } from './sign-in-limits.ts'

/** OWASP's second choice of argon2id parameters; about 6 ms and 19 MB each. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing runs on libuv's four threads, which the file system needs too. */
const AT_ONCE = Math.min(4, availableParallelism())
/** In each lane. */
const WAITING = 20

/** In this order. New passwords are set by people who are in already, and go with those who are known. */
const LANES: readonly Turn[] = ['known', 'clean', 'last']

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * With no hash at all it takes as long as with one, so that time does not tell who has an account. When
   * many wait, those of an earlier turn go first.
   */
  verify(password: string, stored: string | null, turn: Turn): Promise<boolean>
  /** Whether a hash was made with older parameters than today's. */
  isOutdated(stored: string): boolean
}

/** Argon2id with a bound on parallel work and on the queue; past it, calls fail with BusyError. */
export async function createPasswords(): Promise<Passwords> {
  const gate = createGate(AT_ONCE, WAITING, LANES.length)
  const nobody = await hash('no user has this password', PARAMETERS)
  return {
    hash: (password) => gate(() => hash(normal(password), PARAMETERS)),
    verify: async (password, stored, turn) => {
      const look = () => verify(stored ?? nobody, normal(password))
      const isRight = await gate(look, LANES.indexOf(turn))
      return isRight && stored !== null
    },
    isOutdated(stored) {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored)
      return (
        memoryCost < PARAMETERS.memoryCost ||
        timeCost < PARAMETERS.timeCost ||
        parallelism !== PARAMETERS.parallelism
      )
    },
  }
}

/** The same letters typed on different keyboards arrive composed or decomposed. */
function normal(password: string): string {
  return password.normalize('NFC')
}
