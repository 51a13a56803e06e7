import { useQuery } from '@tanstack/react-query'
import { Form as AntForm, Button, Flex, Input, Typography } from 'antd'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Asking } from '#admin/http/confirm.ts'
import { currentSession } from '#admin/http/session.ts'
import { hasPasskeys, provePasskey } from '#admin/http/webauthn.ts'
import { Form } from '#admin/pages/account/Form.tsx'
import { useSubmit } from '#admin/pages/account/use-submit.ts'
import { ACCOUNT_KEY, askForProof, confirmAccount, readAccount } from '#admin/providers/account.ts'
import { PasswordInput } from '#admin/ui/PasswordInput.tsx'
import type { Confirmation } from '#contract/account.ts'

const NOT_TAKEN = 'This was not accepted.'

/** The password, a code of the app, or a passkey. */
export function ConfirmForm({ settle }: Asking) {
  const [isByCode, setByCode] = useState(false)
  const { data: account } = useQuery({
    queryKey: ACCOUNT_KEY,
    queryFn: ({ signal }) => readAccount(signal),
  })
  const factors = account?.factors
  const submit = useSubmit()
  const session = currentSession()
  const confirm = async (proof: Confirmation) => {
    if (await submit.run(() => confirmAccount(proof), NOT_TAKEN)) settle(true)
  }
  const send = ({ code = '', password = '' }: Partial<Record<'code' | 'password', string>>) => {
    const digits = code.replace(/\s/g, '')
    if (isByCode && digits === '') return submit.refuse({ code: 'Type the code.' })
    if (!isByCode && password === '') return submit.refuse({ password: 'Type your password.' })
    void confirm(isByCode ? { code: digits } : { password })
  }
  const byPasskey = () =>
    submit.run(async () => {
      const { ticket, options } = await askForProof()
      const passkey = await provePasskey(options)
      if (!passkey) return
      await confirmAccount({ ticket, passkey })
      settle(true)
    }, NOT_TAKEN)
  const turn = () => {
    submit.refuse({})
    setByCode(!isByCode)
  }
  return (
    <Flex vertical gap={12}>
      <Typography.Paragraph type="secondary" style={{ marginBlockEnd: 4 }}>
        {translate(
          'What you are about to do takes it, since you signed in a while ago. It goes on then by itself.',
        )}
      </Typography.Paragraph>
      <Form
        key={String(isByCode)}
        submit={submit}
        send={send}
        yes="Confirm"
        isPrimary
        beside={<Button onClick={() => settle(false)}>{translate('Cancel')}</Button>}
      >
        <input
          type="text"
          autoComplete="username"
          value={session.status === 'in' ? session.user.email : ''}
          readOnly
          hidden
        />
        {isByCode ? (
          <AntForm.Item name="code" label={translate('Code of the app')}>
            <Input autoComplete="one-time-code" inputMode="numeric" maxLength={9} autoFocus />
          </AntForm.Item>
        ) : (
          <AntForm.Item name="password" label={translate('Your password')}>
            <PasswordInput autoComplete="current-password" maxLength={1024} autoFocus />
          </AntForm.Item>
        )}
      </Form>
      {/* Keeps its height until the factors are loaded. */}
      <Flex wrap gap={4} style={{ minHeight: 'var(--control)', marginInline: -12 }}>
        {factors?.totp ? (
          <Button type="link" onClick={turn}>
            {translate(isByCode ? 'Use your password' : 'Use a code of the app')}
          </Button>
        ) : null}
        {factors && factors.passkeys.length > 0 && hasPasskeys() ? (
          <Button type="link" onClick={() => void byPasskey()}>
            {translate('Use a passkey')}
          </Button>
        ) : null}
      </Flex>
    </Flex>
  )
}
