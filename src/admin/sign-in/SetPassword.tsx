import { type SubmitEvent, useState } from 'react'
import { LOGIN } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { send } from '#admin/providers/http-client.ts'
import { SET_PASSWORD_PATH } from '#contract/account.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/session.ts'
import { Card } from './Card.tsx'
import { Banner, PasswordField, Submit } from './controls.tsx'
import css from './SignIn.module.css'
import { useAttempt } from './use-attempt.ts'

/** The page of a one-time link: sets a password for the link's account. */
export function SetPassword() {
  const [token] = useState(() => decodeURIComponent(location.hash.slice(1)))
  const [isSet, set] = useState(false)
  const { error, isBusy, attempt } = useAttempt(
    token ? undefined : 'This link is not complete. Open it again from where you got it.',
  )

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    void attempt(async () => {
      await send({ method: 'POST', path: SET_PASSWORD_PATH, body: { token, password } })
      // The used link need not stay in the browser's history.
      history.replaceState(null, '', location.pathname)
      set(true)
    }, 'Your password could not be set. Please try again.')
  }

  if (isSet)
    return (
      <Card title="Password set" prompt="Your password is set">
        <a className={css.button} data-primary="" href={LOGIN}>
          {translate('Go to the sign-in page')}
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
              hint={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters, and not one of the common ones`}
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
