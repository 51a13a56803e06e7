import { type SubmitEvent, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { ask } from '#admin/http/session-calls.ts'
import { FORGOTTEN_PATH } from '#contract/account.ts'
import { Card } from './Card.tsx'
import { Banner, EmailField, OtherWay, Submit } from './Controls.tsx'

/** Asks for a link to a new password. It says the same whether there is such an account or not. */
export function Forgotten({ again }: { again: () => void }) {
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    setBusy(true)
    setFailure(undefined)
    try {
      await ask({ method: 'POST', path: FORGOTTEN_PATH, body: { email } })
      setSent(true)
    } catch (error) {
      setFailure((error instanceof Error && error.message) || 'Nothing could be sent.')
    }
    setBusy(false)
  }

  if (isSent)
    return (
      <Card title="Look into your mail" prompt="Look into your mail">
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
      <form onSubmit={(event) => void submit(event)}>
        <Banner text={failure} />
        <EmailField />
        <Submit label="Send the link" isBusy={isBusy} />
      </form>
      <OtherWay label="Back" go={again} />
    </Card>
  )
}
