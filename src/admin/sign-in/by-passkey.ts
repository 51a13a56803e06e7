import { signInBy } from '#admin/http/authenticate.ts'
import { ask } from '#admin/http/session-calls.ts'
import { hasPasskeys, provePasskey } from '#admin/http/webauthn.ts'
import type { PasskeyAnswer, PasskeyAsking, SecondStep } from '#contract/account.ts'

/** Signs in by a passkey alone. Nothing happens when its person thinks better of it. */
export async function signInByPasskey(): Promise<SecondStep | undefined> {
  const { ticket, options } = (await ask({
    method: 'POST',
    path: '/auth/passkey/options',
    body: {},
  })) as PasskeyAsking
  const answer = await proofOf(options)
  return answer && signInBy('/auth/passkey', { ticket, answer })
}

/** A passkey as the second step after a password, for which the ticket stands. */
export async function answerByPasskey(ticket: string): Promise<void> {
  const asking = await ask({ method: 'POST', path: '/auth/factor/passkey', body: { ticket } })
  const { options = asking } = Object(asking) as Partial<PasskeyAsking>
  const passkey = await proofOf(options)
  if (passkey) await signInBy('/auth/factor', { ticket, passkey })
}

function proofOf(options: unknown): Promise<PasskeyAnswer | undefined> {
  if (!hasPasskeys()) return Promise.reject(new Error('This browser is too old for passkeys.'))
  return provePasskey(options)
}
