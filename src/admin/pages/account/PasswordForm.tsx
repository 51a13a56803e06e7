import { Form as AntForm } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { changePassword } from '#admin/providers/account.ts'
import { PasswordInput } from '#admin/ui/PasswordInput.tsx'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/session.ts'
import { Form } from './Form.tsx'
import { useSubmit } from './use-submit.ts'

const EMPTY = { current: '', next: '' }

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
  const submit = useSubmit()
  const save = async (draft: typeof EMPTY, reset: () => void) => {
    if (draft.current === '') return submit.refuse({ current: 'Type your present password.' })
    if (draft.next.length < PASSWORD_MIN)
      return submit.refuse({ next: `Type at least ${PASSWORD_MIN} characters.` })
    await submit.run(async () => {
      await changePassword(draft)
      reset()
      await done()
    }, 'Your password could not be changed.')
  }
  return (
    <Form<typeof EMPTY>
      submit={submit}
      initial={EMPTY}
      send={(draft, reset) => void save(draft, reset)}
      yes="Change password"
      isPrimary={isPrimary}
    >
      {/* For whatever keeps passwords: whose these are. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <AntForm.Item name="current" label={translate('Present password')}>
        <PasswordInput autoComplete="current-password" maxLength={1024} />
      </AntForm.Item>
      <AntForm.Item
        name="next"
        label={translate('New password')}
        extra={translate(
          `${PASSWORD_MIN} to ${PASSWORD_MAX} characters, and not one of the common ones`,
        )}
      >
        <PasswordInput maxLength={PASSWORD_MAX} />
      </AntForm.Item>
    </Form>
  )
}
