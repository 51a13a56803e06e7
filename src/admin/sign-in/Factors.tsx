import { type ComponentProps, type SubmitEvent, useState } from 'react'
import type { FactorKind } from '#contract/auth.ts'
import { Banner, PasswordField, SecondaryButton, Submit, TextField } from './controls.tsx'
import { useAttempt } from './use-attempt.ts'

export type Factor = FactorKind | 'password'
export type Proof = { password: string } | { code: string } | { recovery: string }

const CHOOSE: Readonly<Record<Factor, string>> = {
  password: 'Use your password',
  passkey: 'Use a passkey',
  totp: 'Use your authenticator app',
  recovery: 'Use a recovery code',
}

const CODE: ComponentProps<typeof TextField> = {
  name: 'proof',
  label: 'Code from the app',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  pattern: '\\s*\\d{3}\\s*\\d{3}\\s*',
  title: 'Six digits',
  maxLength: 9,
  autoFocus: true,
}

const RECOVERY: ComponentProps<typeof TextField> = {
  name: 'proof',
  label: 'Recovery code',
  autoComplete: 'off',
  autoCapitalize: 'off',
  spellCheck: false,
  maxLength: 40,
  autoFocus: true,
}

/** Asks the user for one of several factors, initially the first. */
export function Factors({
  factors,
  submit,
  prove,
  byPasskey,
}: {
  factors: readonly Factor[]
  /** The label of the button. */
  submit: string
  prove: (proof: Proof) => Promise<unknown>
  byPasskey: () => Promise<unknown>
}) {
  const [kind, setKind] = useState(factors[0] ?? 'recovery')
  const { error, isBusy, attempt, clear } = useAttempt()
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (kind === 'passkey') return void attempt(byPasskey)
    const typed = String(new FormData(event.currentTarget).get('proof'))
    const code = typed.replace(/\s/g, '')
    const proofs = { password: { password: typed }, totp: { code }, recovery: { recovery: code } }
    void attempt(() => prove(proofs[kind]))
  }
  return (
    <>
      <form onSubmit={send}>
        <Banner error={error} />
        {kind === 'password' ? (
          <PasswordField
            name="proof"
            label="Your password"
            autoComplete="current-password"
            maxLength={1024}
            autoFocus
          />
        ) : null}
        {kind === 'totp' ? <TextField key={kind} {...CODE} /> : null}
        {kind === 'recovery' ? <TextField key={kind} {...RECOVERY} /> : null}
        <Submit label={kind === 'passkey' ? CHOOSE.passkey : submit} isBusy={isBusy} />
      </form>
      {factors
        .filter((other) => other !== kind)
        .map((other) => (
          <SecondaryButton
            key={other}
            label={CHOOSE[other]}
            go={() => {
              if (other === 'passkey') return void attempt(byPasskey)
              clear()
              setKind(other)
            }}
          />
        ))}
    </>
  )
}
