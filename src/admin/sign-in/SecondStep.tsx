import { signInBy } from '#admin/http/authenticate.ts'
import { ask } from '#admin/http/session-calls.ts'
import { provePasskey } from '#admin/http/webauthn.ts'
import type { PasskeyAsking, SecondStep as Step } from '#contract/account.ts'
import { Card } from './Card.tsx'
import { OtherWay } from './controls.tsx'
import { Factors } from './Factors.tsx'

/** Asks for a second factor after the password. */
export function SecondStep({
  step: { ticket, factors },
  again,
}: {
  step: Step
  /** Back to the password. */
  again: () => void
}) {
  const byPasskey = async () => {
    const asking = await ask({ method: 'POST', path: '/auth/factor/passkey', body: { ticket } })
    const { options = asking } = Object(asking) as Partial<PasskeyAsking>
    const passkey = await provePasskey(options)
    if (passkey) await signInBy('/auth/factor', { ticket, passkey })
  }
  return (
    <Card title="Second step" prompt="One more step: confirm that it is you">
      <Factors
        factors={factors}
        submit="Continue"
        prove={(proof) => signInBy('/auth/factor', { ticket, ...proof })}
        byPasskey={byPasskey}
      />
      <OtherWay label="Back" go={again} />
    </Card>
  )
}
