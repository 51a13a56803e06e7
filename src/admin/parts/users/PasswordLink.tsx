import { Button } from 'antd'
import type { ResultProps } from '#admin/crud/parts/props.ts'
import { exactTime } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { CopyButton } from '#admin/ui/CopyButton.tsx'
import { ModalSheet } from '#admin/ui/ModalSheet.tsx'
import { NameIn } from '#admin/ui/NameIn.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { textAt } from '#admin/wire/reading.ts'
import type { OneTimeLink } from '#contract/account.ts'
import css from './SignInLink.module.css'

/** The link by which a user sets a password (ACC-08), this once; or that it was mailed as well. */
export function SignInLink({ row, answer, close }: ResultProps) {
  const { url, expiresAt, mailed } = answer as OneTimeLink
  const email = textAt(row.email)
  return (
    <ModalSheet
      open
      width={520}
      title={<NameIn text="Sign-in link for {name}" name={email} />}
      maskClosable={false}
      onCancel={close}
      footer={
        <Button type="primary" onClick={close}>
          {translate('Done')}
        </Button>
      }
    >
      <p>
        {mailed
          ? translate('It is on its way to {email}. It is shown here this once.', { email })
          : translate('Hand it over yourself, for it is shown this once and not mailed.')}
      </p>
      <div className={css.link}>
        <TextInput
          aria-label={translate('Sign-in link')}
          readOnly
          dir="ltr"
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton text={url} />
      </div>
      <p className={css.until}>
        {translate('It works once, until {time}.', {
          time: exactTime(expiresAt, Date.now()) ?? '',
        })}
      </p>
    </ModalSheet>
  )
}
