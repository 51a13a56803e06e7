import { useState } from 'react'
import { changePassword } from '#admin/providers/account.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/session.ts'
import { Form } from './Form.tsx'
import { Labelled } from './Labelled.tsx'
import { useSubmit } from './use-submit.ts'

/** Another password in place of the present one (ACC-02). */
export function PasswordForm({
  email,
  isPrimary = false,
  done,
}: {
  email: string
  isPrimary?: boolean
  done: () => unknown
}) {
  const [draft, setDraft] = useState(EMPTY)
  const submit = useSubmit()
  const set = (key: keyof typeof draft) => (value: string) => setDraft({ ...draft, [key]: value })
  const save = async () => {
    if (draft.current === '') return submit.refuse({ current: 'Type your present password.' })
    if (draft.next.length < PASSWORD_MIN)
      return submit.refuse({ next: `Type at least ${PASSWORD_MIN} characters.` })
    await submit.run(async () => {
      await changePassword(draft)
      setDraft(EMPTY)
      await done()
    }, 'Your password could not be changed.')
  }
  return (
    <Form submit={submit} send={() => void save()} yes="Change password" isPrimary={isPrimary}>
      {/* For whatever keeps passwords: whose these are. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Labelled
        isPassword
        label="Present password"
        value={draft.current}
        onValue={set('current')}
        error={submit.errors.current}
        autoComplete="current-password"
        maxLength={1024}
      />
      <Labelled
        isPassword
        label="New password"
        value={draft.next}
        onValue={set('next')}
        error={submit.errors.next}
        hint={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters, and not one of the common ones`}
        maxLength={PASSWORD_MAX}
      />
    </Form>
  )
}

const EMPTY = { current: '', next: '' }
