import { Form as AntForm, Button, Flex, Input, Tag } from 'antd'
import { type CSSProperties, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { beginTotp, finishTotp, removeTotp } from '#admin/providers/account.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { toast } from '#admin/ui/toast/store.ts'
import type { TotpSecret } from '#contract/account.ts'
import { Form, Trouble } from './Form.tsx'
import { Stack } from './Lines.tsx'
import { QrCode } from './QrCode.tsx'
import { Section } from './Section.tsx'
import type { Changed } from './sections.ts'
import { useSubmit } from './use-submit.ts'

/** The codes of an app as a second step after the password (ACC-05). */
export function AuthenticatorApp(props: Changed & { showCodes: (codes: string[]) => void }) {
  return (
    <Section
      title="Authenticator app"
      text="A code of six digits is asked for after your password, which changes every half minute."
    >
      <AppCodes {...props} />
    </Section>
  )
}

/** Setting it up and taking it away alone, without what it is. */
export function AppCodes({
  account,
  changed,
  showCodes,
}: Changed & { showCodes: (codes: string[]) => void }) {
  const { totp } = account.factors
  const [secret, setSecret] = useState<TotpSecret>()
  const [isAsked, ask] = useState(false)
  const submit = useSubmit()
  const area = useRef<HTMLDivElement>(null)
  useKeptFocus(area, { fallback: 'input, button' })
  const begin = () =>
    submit.run(async () => setSecret(await beginTotp()), 'This could not be begun.')
  const remove = async () => {
    const isDone = await submit.run(removeTotp, 'The app could not be removed.')
    ask(false)
    if (isDone) changed()
  }
  return (
    <Stack area={area}>
      {secret ? (
        <SettingUp
          secret={secret}
          cancel={() => setSecret(undefined)}
          done={(codes) => {
            setSecret(undefined)
            showCodes(codes)
            changed()
            toast({
              title: translate('Success'),
              description: translate('Your app is asked for a code from now on.'),
            })
          }}
        />
      ) : totp ? (
        <>
          <span>
            <Tag color="green">{translate('In use')}</Tag>
          </span>
          <Button onClick={() => ask(true)}>{translate('Remove the app')}</Button>
        </>
      ) : (
        <Button loading={submit.isBusy} onClick={() => void begin()}>
          {translate('Set up an app')}
        </Button>
      )}
      <Trouble text={submit.trouble} />
      <QuestionDialog
        isOpen={isAsked}
        title={translate('Remove the authenticator app?')}
        text="Its codes are not asked for any more. Without a passkey, your password alone lets you in."
        no="Cancel"
        yes="Remove"
        isDangerous
        isBusy={submit.isBusy}
        onNo={() => ask(false)}
        onYes={() => void remove()}
      />
    </Stack>
  )
}

const KEY: CSSProperties = {
  flex: '1 1 180px',
  fontSize: 14,
  lineHeight: '24px',
  overflowWrap: 'anywhere',
  userSelect: 'all',
}

function SettingUp({
  secret: { secret, uri },
  cancel,
  done,
}: {
  secret: TotpSecret
  cancel: () => void
  done: (codes: string[]) => void
}) {
  const submit = useSubmit()
  const finish = ({ code = '' }: { code?: string }) => {
    const digits = code.replace(/\s/g, '')
    if (!/^\d{6}$/.test(digits)) return submit.refuse({ code: 'Type the six digits of the app.' })
    void submit.run(
      async () => done((await finishTotp(digits)).recoveryCodes),
      'This is not the code.',
    )
  }
  return (
    <>
      <p>{translate('Scan this with the app, or type the key into it.')}</p>
      <Flex wrap align="center" gap={16}>
        <QrCode text={uri} label={translate('QR code of the key')} />
        <code translate="no" style={KEY}>
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </Flex>
      <Form
        submit={submit}
        send={finish}
        yes="Confirm"
        beside={<Button onClick={cancel}>{translate('Cancel')}</Button>}
      >
        <AntForm.Item name="code" label={translate('Code of the app')}>
          <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} dir="ltr" />
        </AntForm.Item>
      </Form>
    </>
  )
}
