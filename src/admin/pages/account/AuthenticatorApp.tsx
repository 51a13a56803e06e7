import { DownloadOutlined } from '@ant-design/icons'
import { Button, Flex, Form, Input, QRCode, Tag, Typography } from 'antd'
import { useRef, useState } from 'react'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { saveFile } from '#admin/http/save-file.ts'
import {
  ACCOUNT_KEY,
  beginTotp,
  finishTotp,
  makeRecoveryCodes,
  removeTotp,
} from '#admin/providers/account.ts'
import { CopyButton } from '#admin/ui/CopyButton.tsx'
import { useKeptFocus } from '#admin/ui/focus.ts'
import type { TotpSecret } from '#contract/auth.ts'
import { SendButton, ShownOnce, SubmitForm } from './submit.tsx'
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
  const area = useRef<HTMLDivElement>(null)
  useKeptFocus(area, { fallback: 'input, button' })
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
          <SendButton
            submit={{
              send: removeTotp,
              failure: 'Failed to remove the app.',
              reads: ACCOUNT_KEY,
            }}
            question={{
              title: translate('Remove authenticator app?'),
              text: 'Sign-in no longer asks for its codes. Without a passkey, your password alone is enough.',
              yes: 'Remove',
              isDangerous: true,
            }}
          >
            {translate('Remove app')}
          </SendButton>
        </Flex>
      ) : (
        <SendButton
          submit={{
            send: async () => setSecret(await beginTotp()),
            failure: 'Failed to start the setup.',
          }}
        >
          {translate('Set up app')}
        </SendButton>
      )}
      {codes ? (
        <ShownCodes
          codes={codes}
          close={() => {
            setCodes(undefined)
            added?.()
          }}
        />
      ) : null}
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
    failure: 'The code is incorrect.',
    success: translate('Two-step verification is on. Sign-in now asks for a code from the app.'),
    reads: ACCOUNT_KEY,
  })
  return (
    <>
      <p>{translate('Scan this code with the app, or enter the key in the app.')}</p>
      <Flex wrap align="center" gap={16} style={{ marginBlock: 16 }}>
        {/* Dark on white in every theme, because many readers accept nothing else. */}
        <QRCode
          type="svg"
          value={uri}
          color="#000"
          bgColor="#fff"
          aria-label={translate('QR code with the key')}
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
          label={translate('Code from the app')}
          rules={[
            {
              required: true,
              pattern: /^\s*\d{3}\s*\d{3}\s*$/,
              message: translate('Enter the six digits from the app.'),
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

/** The number of remaining recovery codes, and a button that generates new ones. */
export function RecoveryCodes({ left }: { left: number }) {
  const [codes, setCodes] = useState<string[]>()
  const [isShown, show] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <p>
        {left === 0
          ? translate('No codes are left.')
          : counted(left, '{count} code is left.', '{count} codes are left.')}
      </p>
      <div>
        <SendButton
          ref={button}
          submit={{
            send: async () => {
              setCodes((await makeRecoveryCodes()).recoveryCodes)
              show(left === 0)
            },
            failure: 'Failed to create codes.',
            reads: ACCOUNT_KEY,
          }}
          {...(left > 0 && {
            question: {
              title: translate('Create new recovery codes?'),
              text: 'Your current codes will stop working.',
              yes: 'Create new codes',
              onClosed: () => show(codes !== undefined),
            },
          })}
        >
          {translate('Create new codes')}
        </SendButton>
      </div>
      {codes && isShown ? (
        <ShownCodes
          codes={codes}
          close={() => {
            setCodes(undefined)
            show(false)
            button.current?.focus()
          }}
        />
      ) : null}
    </>
  )
}

function ShownCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const text = codes.join('\n')
  return (
    <ShownOnce title="Save these recovery codes" yes="I have saved them" close={close}>
      <p>
        {translate(
          'They are shown only once. If you lose your app and your passkey, each code signs you in once.',
        )}
      </p>
      <Flex component="ul" wrap gap="8px 16px" style={{ marginBlock: 16 }}>
        {codes.map((code) => (
          <li key={code} style={{ minWidth: 150 }}>
            <Typography.Text code translate="no">
              {code}
            </Typography.Text>
          </li>
        ))}
      </Flex>
      <Flex wrap gap={8}>
        <CopyButton text={text} />
        <Button
          icon={<DownloadOutlined aria-hidden="true" />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          {translate('Download')}
        </Button>
      </Flex>
    </ShownOnce>
  )
}
