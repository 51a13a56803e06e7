import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Flex, Modal } from 'antd'
import { useState } from 'react'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { saveFile } from '#admin/http/save-file.ts'
import { makeRecoveryCodes } from '#admin/providers/account.ts'
import { CopyButton } from '#admin/ui/CopyButton.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { brand } from '#brand'
import { Trouble } from './Form.tsx'
import { Stack } from './Lines.tsx'
import css from './RecoveryCodes.module.css'
import { Section } from './Section.tsx'
import type { Changed } from './sections.ts'
import { useSubmit } from './use-submit.ts'

/** What lets one in without the app or the passkey, ten times at most (ACC-06). */
export function RecoveryCodes({
  account,
  changed,
  showCodes,
}: Changed & { showCodes: (codes: string[]) => void }) {
  const { recoveryCodesLeft: left } = account.factors
  const [isAsked, ask] = useState(false)
  const submit = useSubmit()
  const make = async () => {
    await submit.run(
      async () => showCodes((await makeRecoveryCodes()).recoveryCodes),
      'No codes could be made.',
    )
    ask(false)
    changed()
  }
  return (
    <Section
      title="Recovery codes"
      text="For the day when the phone is lost: each of them lets you in once, after your password."
    >
      <Stack>
        <p>
          {left === 0
            ? translate('There are none.')
            : counted(left, '{count} code is left.', '{count} codes are left.')}
        </p>
        <Button onClick={() => (left === 0 ? void make() : ask(true))} loading={submit.isBusy}>
          {translate(left === 0 ? 'Make recovery codes' : 'Make new codes')}
        </Button>
        <Trouble text={submit.trouble} />
      </Stack>
      <QuestionDialog
        isOpen={isAsked}
        title={translate('Make new recovery codes?')}
        text="The ones that you have kept let nobody in any more."
        no="Cancel"
        yes="Make new codes"
        isBusy={submit.isBusy}
        onNo={() => ask(false)}
        onYes={() => void make()}
      />
    </Section>
  )
}

/** The codes, this once. */
export function ShownCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const text = codes.join('\n')
  return (
    <Modal
      open
      width={480}
      title={translate('Keep these recovery codes')}
      // They are gone then: neither by a press beside the dialog nor by Escape, only by whoever has them.
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
          'They are shown this once. Each lets you in once when you have neither your app nor your passkey.',
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
