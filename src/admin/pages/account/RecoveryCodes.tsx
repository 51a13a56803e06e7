import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Flex, Modal } from 'antd'
import { useRef, useState } from 'react'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { saveFile } from '#admin/http/save-file.ts'
import { ACCOUNT_KEY, makeRecoveryCodes } from '#admin/providers/account.ts'
import { CopyButton } from '#admin/ui/CopyButton.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { brand } from '#brand'
import css from './RecoveryCodes.module.css'
import { ErrorText } from './SubmitForm.tsx'
import { useSubmit } from './use-submit.ts'

/** How many recovery codes are left, and a button that makes new ones. */
export function RecoveryCodes({ left }: { left: number }) {
  const [isAsked, ask] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const button = useRef<HTMLButtonElement>(null)
  const { isBusy, error, submit } = useSubmit({
    send: async () => setCodes((await makeRecoveryCodes()).recoveryCodes),
    failure: 'No codes could be made.',
    reads: ACCOUNT_KEY,
  })
  const make = async () => {
    await submit()
    ask(false)
  }
  return (
    <>
      <p>
        {left === 0
          ? translate('There are none.')
          : counted(left, '{count} code is left.', '{count} codes are left.')}
      </p>
      <div>
        <Button
          ref={button}
          loading={isBusy}
          onClick={() => (left === 0 ? void make() : ask(true))}
        >
          {translate(left === 0 ? 'Make recovery codes' : 'Make new codes')}
        </Button>
      </div>
      <ErrorText text={error} />
      {codes ? (
        <ShownCodes
          codes={codes}
          close={() => {
            setCodes(undefined)
            button.current?.focus()
          }}
        />
      ) : null}
      <QuestionDialog
        isOpen={isAsked}
        title={translate('Make new recovery codes?')}
        text="The codes that you have kept stop working."
        no="Cancel"
        yes="Make new codes"
        isBusy={isBusy}
        onNo={() => ask(false)}
        onYes={() => void make()}
      />
    </>
  )
}

/** New recovery codes, which are shown once. */
export function ShownCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const text = codes.join('\n')
  return (
    <Modal
      open
      width={480}
      title={translate('Keep these recovery codes')}
      // Closing loses the codes, so only the button closes it.
      maskClosable={false}
      keyboard={false}
      closable={false}
      footer={
        <Button type="primary" onClick={close}>
          {translate('I have kept them')}
        </Button>
      }
    >
      <p>
        {translate(
          'They are shown only once. Each signs you in once when you have neither your app nor your passkey.',
        )}
      </p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <Flex wrap gap={8} style={{ marginBlockEnd: 16 }}>
        <CopyButton text={text} />
        <Button
          icon={<DownloadOutlined aria-hidden="true" />}
          onClick={() =>
            saveFile(
              new Blob([`${text}\n`], { type: 'text/plain' }),
              `${brand.name.toLowerCase()}-recovery-codes.txt`,
            )
          }
        >
          {translate('Download')}
        </Button>
        <Button icon={<PrinterOutlined aria-hidden="true" />} onClick={() => print()}>
          {translate('Print')}
        </Button>
      </Flex>
    </Modal>
  )
}
