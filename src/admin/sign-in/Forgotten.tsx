import { type SubmitEvent, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { ask } from '#admin/http/session-calls.ts'
import { FORGOTTEN_PATH } from '#contract/account.ts'
import { Card } from './Card.tsx'
import { Banner, EmailField, OtherWay, Submit } from './controls.tsx'
import { useAttempt } from './use-attempt.ts'

/** Asks for a link to a new password. The answer is the same whether the account exists or not. */
export function Forgotten({ again }: { again: () => void }) {
  const [isSent, setSent] = useState(false)
  const { error, isBusy, attempt } = useAttempt()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    void attempt(async () => {
      await ask({ method: 'POST', path: FORGOTTEN_PATH, body: { email } })
      setSent(true)
    }, 'The link could not be sent.')
  }

  if (isSent)
    return (
      <Card title="Check your email" prompt="Check your email">
        <p role="status">
          {translate(
            'If there is an account with this email, a link to a new password is on its way. It works for an hour.',
          )}
        </p>
        <OtherWay label="Back" go={again} />
      </Card>
    )
  return (
    <Card title="Forgotten password" prompt="We send you a link to a new password">
      <form onSubmit={submit}>
        <Banner error={error} />
        <EmailField />
        <Submit label="Send the link" isBusy={isBusy} />
      </form>
      <OtherWay label="Back" go={again} />
    </Card>
  )
}
