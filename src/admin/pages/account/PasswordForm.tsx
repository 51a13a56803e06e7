import { Form } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { changePassword } from '#admin/providers/account.ts'
import { PasswordInput } from '#admin/ui/PasswordInput.tsx'
import type { PasswordChange } from '#contract/account.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/session.ts'
import { SubmitForm } from './SubmitForm.tsx'
import { useSubmit } from './use-submit.ts'

/** Replaces the user's password. */
export function PasswordForm({
  email,
  isPrimary = false,
  success,
  reads,
  done,
}: {
  email: string
  isPrimary?: boolean
  success?: string
  reads?: readonly string[]
  done?: () => Promise<unknown>
}) {
  const submit = useSubmit<PasswordChange>({
    send: async (passwords) => {
      await changePassword(passwords)
      await done?.()
    },
    failure: 'Your password could not be changed.',
    ...(success && { success }),
    ...(reads && { reads }),
  })
  return (
    <SubmitForm
      submit={submit}
      initial={{ current: '', next: '' }}
      label="Change password"
      isPrimary={isPrimary}
      done={() => submit.form.resetFields()}
    >
      {/* Tells password managers whose passwords these are. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Form.Item
        name="current"
        label={translate('Current password')}
        rules={[{ required: true, message: translate('Type your current password.') }]}
      >
        <PasswordInput autoComplete="current-password" maxLength={1024} />
      </Form.Item>
      <Form.Item
        name="next"
        label={translate('New password')}
        extra={translate(
          `${PASSWORD_MIN} to ${PASSWORD_MAX} characters, and not one of the common ones`,
        )}
        rules={[
          { min: PASSWORD_MIN, message: translate(`Type at least ${PASSWORD_MIN} characters.`) },
          { required: true, message: translate('Type your new password.') },
        ]}
        validateTrigger="onSubmit"
      >
        <PasswordInput maxLength={PASSWORD_MAX} />
      </Form.Item>
    </SubmitForm>
  )
}
