import { type SubmitEvent, useState } from 'react'
import { signInBy } from '#admin/http/authenticate.ts'
import type { FactorKind, SecondStep as Step } from '#contract/account.ts'
import { LOGIN_FAILED } from '#contract/session.ts'
import { answerByPasskey } from './by-passkey.ts'
import { Card } from './Card.tsx'
import { Banner, OtherWay, Submit, TextField } from './Controls.tsx'

const PROMPTS: Readonly<Record<FactorKind, string>> = {
  passkey: 'One more step: show your passkey',
  totp: 'One more step: the code of your authenticator app',
  recovery: 'One more step: one of your recovery codes',
}
const WAYS: Readonly<Record<FactorKind, string>> = {
  passkey: 'Use a passkey',
  totp: 'Use the authenticator app',
  recovery: 'Use a recovery code',
}

/** What is asked for after the password (ACC-05): a code, a passkey, or what was kept for a lost phone. */
export function SecondStep({
  step: { ticket, factors },
  again,
}: {
  step: Step
  /** Back to the password. */
  again: () => void
}) {
  const [kind, setKind] = useState(() => factors[0] ?? 'recovery')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function attempt(proof: () => Promise<unknown>) {
    setBusy(true)
    setFailure(undefined)
    try {
      await proof()
    } catch (error) {
      setFailure((error instanceof Error && error.message) || LOGIN_FAILED)
    }
    setBusy(false)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (kind === 'passkey') return void attempt(() => answerByPasskey(ticket))
    const typed = String(new FormData(event.currentTarget).get('code')).replace(/\s/g, '')
    const proof = kind === 'totp' ? { ticket, code: typed } : { ticket, recovery: typed }
    void attempt(() => signInBy('/auth/factor', proof))
  }

  return (
    <Card title="Second step" prompt={PROMPTS[kind]}>
      <form onSubmit={submit}>
        <Banner text={failure} />
        {kind === 'totp' ? (
          <TextField
            key={kind}
            name="code"
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\s*\d{3}\s*\d{3}\s*"
            title="Six digits"
            maxLength={9}
            autoFocus
          />
        ) : null}
        {kind === 'recovery' ? (
          <TextField
            key={kind}
            name="code"
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={40}
            autoFocus
          />
        ) : null}
        <Submit label={kind === 'passkey' ? WAYS.passkey : 'Continue'} isBusy={isBusy} />
      </form>
      {factors
        .filter((other) => other !== kind)
        .map((other) => (
          <OtherWay
            key={other}
            label={WAYS[other]}
            go={() => {
              setFailure(undefined)
              setKind(other)
            }}
          />
        ))}
      <OtherWay label="Back" go={again} />
    </Card>
  )
}
