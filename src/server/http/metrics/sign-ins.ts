import type { SecurityLog } from '#server/security-log/security-log.ts'
import type { Family } from './exposition.ts'

/** Which lines of the security log are outcomes of a sign-in. */
const OUTCOMES: Readonly<Record<string, string>> = {
  signed_in: 'right',
  sign_in_failed: 'wrong',
  second_factor_failed: 'wrong_factor',
  sign_in_refused: 'limited',
}

/** The same security log, and how many sign-ins it was told of. */
export function countSignIns(security: SecurityLog): {
  security: SecurityLog
  families(): Family[]
} {
  const counts = new Map(Object.values(OUTCOMES).map((outcome) => [outcome, 0]))
  return {
    security: {
      ...security,
      note(event, facts) {
        const outcome = OUTCOMES[event]
        if (outcome !== undefined) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
        security.note(event, facts)
      },
    },
    families: () => [
      {
        name: 'waymark_sign_ins_total',
        help: 'Sign-ins by outcome.',
        type: 'counter',
        samples: [...counts].map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
    ],
  }
}
