import { Form } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { changePassword, SESSIONS_KEY } from '#admin/providers/account.ts'
import { PasswordInput } from '#admin/ui/PasswordInput.tsx'
import type { PasswordChange } from '#contract/auth.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/auth.ts'
import { SubmitForm } from './submit.tsx'
import { useSubmit } from './use-submit.ts'

/** Replaces the user's password. `goOn` is called afterwards, on a page with this as its only step. */
export function PasswordForm({ email, goOn }: { email: string; goOn?: () => Promise<unknown> }) {
  const submit = useSubmit<PasswordChange>({
    send: async (passwords) => {
      await changePassword(passwords)
      await goOn?.()
    },
    failure: 'Failed to change your password.',
    success: translate('Password changed. You are signed out everywhere else.'),
    reads: SESSIONS_KEY,
  })
  return (
    <SubmitForm
      submit={submit}
      initial={{ current: '', next: '' }}
      label="Change password"
      isPrimary={goOn !== undefined}
      done={() => submit.form.resetFields()}
    >
      {/* Tells password managers whose passwords these are. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Form.Item
        name="current"
        label={translate('Current password')}
        rules={[{ required: true, message: translate('Enter your current password.') }]}
      >
        <PasswordInput autoComplete="current-password" maxLength={1024} />
      </Form.Item>
      <Form.Item
        name="next"
        label={translate('New password')}
        extra={translate(
          `${PASSWORD_MIN} to ${PASSWORD_MAX} characters. Common passwords are not allowed.`,
        )}
        rules={[
          { min: PASSWORD_MIN, message: translate(`Enter at least ${PASSWORD_MIN} characters.`) },
          { required: true, message: translate('Enter your new password.') },
        ]}
        validateTrigger="onSubmit"
      >
        <PasswordInput maxLength={PASSWORD_MAX} />
      </Form.Item>
    </SubmitForm>
  )
}
