import { type SubmitEvent, useState } from 'react'
import { LOGIN } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { ask, signInBy } from '#admin/http/authenticate.ts'
import { provePasskey } from '#admin/http/webauthn.ts'
import { send } from '#admin/providers/http-client.ts'
import {
  FORGOTTEN_PATH,
  PASSWORD_MAX,
  PASSWORD_MIN,
  type PasskeyAsking,
  SET_PASSWORD_PATH,
  type SecondStep as Step,
} from '#contract/auth.ts'
import {
  Banner,
  Card,
  EmailField,
  type EmailState,
  PasswordField,
  SecondaryButton,
  Submit,
} from './controls.tsx'
import { Factors } from './Factors.tsx'
import css from './SignIn.module.css'
import { useAttempt } from './use-attempt.ts'

/** Asks for a second factor after the password. */
function SecondStep({ step: { ticket, factors }, again }: { step: Step; again: () => void }) {
  const byPasskey = async () => {
    const asking = await ask({ method: 'POST', path: '/auth/factor/passkey', body: { ticket } })
    const passkey = await provePasskey((asking as PasskeyAsking).options)
    if (passkey) await signInBy('/auth/factor', { ticket, passkey })
  }
  return (
    <Card title="Two-step verification" prompt="Confirm your identity to finish signing in">
      <Factors
        factors={factors}
        submit="Continue"
        prove={(proof) => signInBy('/auth/factor', { ticket, ...proof })}
        byPasskey={byPasskey}
      />
      <SecondaryButton label="Back" go={again} />
    </Card>
  )
}

/** Asks for a link to a new password. The answer is the same whether the account exists or not. */
function Forgotten({ again, ...emailState }: EmailState & { again: () => void }) {
  const [isSent, setSent] = useState(false)
  const { error, isBusy, attempt } = useAttempt()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    void attempt(async () => {
      await ask({ method: 'POST', path: FORGOTTEN_PATH, body: { email } })
      setSent(true)
    }, 'Failed to send the link.')
  }

  if (isSent)
    return (
      <Card title="Check your email" prompt="Check your email">
        <p role="status">
          {translate(
            'If an account with this email exists, we sent it a link to set a new password. The link expires after one hour.',
          )}
        </p>
        <SecondaryButton label="Back" go={again} />
      </Card>
    )
  return (
    <Card title="Reset your password" prompt="We will email you a link to set a new password">
      <form onSubmit={submit}>
        <Banner error={error} />
        <EmailField {...emailState} />
        <Submit label="Send link" isBusy={isBusy} />
      </form>
      <SecondaryButton label="Back" go={again} />
    </Card>
  )
}

/** The page of a one-time link: sets a password for the link's account. */
function SetPassword() {
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)))
  const [isSet, set] = useState(false)
  const { error, isBusy, attempt } = useAttempt(
    token ? undefined : 'This link is incomplete. Open it again from the message you received.',
  )

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    void attempt(async () => {
      await send({ method: 'POST', path: SET_PASSWORD_PATH, body: { token, password } })
      // The used link need not stay in the browser's history.
      history.replaceState(null, '', location.pathname)
      set(true)
    }, 'Failed to set your password. Try again.')
  }

  if (isSet)
    return (
      <Card title="Password set" prompt="You can now sign in with your new password">
        <a className={css.button} data-primary="" href={LOGIN}>
          {translate('Go to sign-in')}
        </a>
      </Card>
    )
  return (
    <Card title="Set a password" prompt="Choose a password that only you know">
      <form onSubmit={submit}>
        <Banner error={error} />
        {token ? (
          <>
            <PasswordField
              name="password"
              label="New password"
              hint={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters. Common passwords are not allowed.`}
              autoComplete="new-password"
              minLength={PASSWORD_MIN}
              maxLength={PASSWORD_MAX}
              autoFocus
            />
            <Submit label="Set password" isBusy={isBusy} />
          </>
        ) : null}
      </form>
    </Card>
  )
}

/** Why a single sign-on failed. The address names the reason, never the text. */
const PROBLEMS: Readonly<Record<string, string>> = {
  unreachable:
    'The sign-in provider did not respond. Sign in with your password, or try again later.',
  cancelled: 'The sign-in was cancelled.',
  no_role: 'Your account has no access to the console. Ask an admin for access.',
  unverified: 'The sign-in provider has not verified your email, so you cannot sign in with it.',
  inactive: 'This account is not active.',
  no_account: 'There is no account with your email. Ask an admin for access.',
  expired: 'The sign-in expired or was already used. Try again.',
}
const OTHER_PROBLEM = 'Failed to sign in with the other account. Try again.'

/**
 * Reads the result of single sign-on from the address's fragment: a ticket for the session, a link to an account
 * whose password is required next, or an error text.
 */
function readReturn(hash: string) {
  const said = new URLSearchParams(hash.slice(1))
  const problem = said.get('problem')
  return {
    ticket: said.get('ticket') ?? '',
    link: said.get('link') ?? undefined,
    problem: problem && (PROBLEMS[problem] ?? OTHER_PROBLEM),
  }
}

/** The later steps of the sign-in page in one file, which most users never load. */
export const laterSteps = { Forgotten, readReturn, SecondStep, SetPassword }
