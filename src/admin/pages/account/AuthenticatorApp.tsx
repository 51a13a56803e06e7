import { Button, Flex, Form, Input, QRCode, Tag, Typography } from 'antd'
import { useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { ACCOUNT_KEY, beginTotp, finishTotp, removeTotp } from '#admin/providers/account.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import type { TotpSecret } from '#contract/account.ts'
import { ShownCodes } from './RecoveryCodes.tsx'
import { ErrorText, SubmitForm } from './SubmitForm.tsx'
import { useSubmit } from './use-submit.ts'

/** Sets up an authenticator app as the second step after the password, or removes it. */
export function AuthenticatorApp({
  hasApp,
  added,
}: {
  hasApp: boolean
  /** Runs when the recovery codes of a new app were seen. */
  added?: () => void
}) {
  const [secret, setSecret] = useState<TotpSecret>()
  const [codes, setCodes] = useState<string[]>()
  const [isAsked, ask] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  useKeptFocus(area, { fallback: 'input, button' })
  const begin = useSubmit({
    send: async () => setSecret(await beginTotp()),
    failure: 'The setup could not be started.',
  })
  const removal = useSubmit({
    send: removeTotp,
    failure: 'The app could not be removed.',
    reads: ACCOUNT_KEY,
  })
  const remove = async () => {
    await removal.submit()
    ask(false)
  }
  return (
    <div ref={area}>
      {secret ? (
        <Setup
          secret={secret}
          cancel={() => setSecret(undefined)}
          done={(made) => {
            setSecret(undefined)
            setCodes(made)
          }}
        />
      ) : hasApp ? (
        <Flex wrap align="center" gap={16}>
          <Tag color="green">{translate('In use')}</Tag>
          <Button onClick={() => ask(true)}>{translate('Remove the app')}</Button>
        </Flex>
      ) : (
        <Button loading={begin.isBusy} onClick={() => void begin.submit()}>
          {translate('Set up an app')}
        </Button>
      )}
      <ErrorText text={begin.error ?? removal.error} />
      {codes ? (
        <ShownCodes
          codes={codes}
          close={() => {
            setCodes(undefined)
            added?.()
          }}
        />
      ) : null}
      <QuestionDialog
        isOpen={isAsked}
        title={translate('Remove the authenticator app?')}
        text="Its codes are no longer asked for. Without a passkey, your password alone signs you in."
        no="Cancel"
        yes="Remove"
        isDangerous
        isBusy={removal.isBusy}
        onNo={() => ask(false)}
        onYes={() => void remove()}
      />
    </div>
  )
}

function Setup({
  secret: { secret, uri },
  cancel,
  done,
}: {
  secret: TotpSecret
  cancel: () => void
  done: (codes: string[]) => void
}) {
  const submit = useSubmit<{ code: string }>({
    send: async ({ code }) => done((await finishTotp(code.replace(/\s/g, ''))).recoveryCodes),
    failure: 'The code is not correct.',
    success: translate('You are asked for a code of the app from now on.'),
    reads: ACCOUNT_KEY,
  })
  return (
    <>
      <p>{translate('Scan this with the app, or type the key into it.')}</p>
      <Flex wrap align="center" gap={16} style={{ marginBlock: 16 }}>
        {/* Dark on white in every theme: many readers see nothing else. */}
        <QRCode
          type="svg"
          value={uri}
          color="#000"
          bgColor="#fff"
          aria-label={translate('QR code of the key')}
        />
        <Typography.Text code translate="no" style={{ userSelect: 'all' }}>
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Typography.Text>
      </Flex>
      <SubmitForm
        submit={submit}
        label="Confirm"
        beside={<Button onClick={cancel}>{translate('Cancel')}</Button>}
      >
        <Form.Item
          name="code"
          label={translate('Code of the app')}
          rules={[
            {
              required: true,
              pattern: /^\s*\d{3}\s*\d{3}\s*$/,
              message: translate('Type the six digits of the app.'),
            },
          ]}
          validateTrigger="onSubmit"
        >
          <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} dir="ltr" />
        </Form.Item>
      </SubmitForm>
    </>
  )
}
