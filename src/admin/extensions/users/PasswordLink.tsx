import { Button, Flex, Input, Modal, Typography } from 'antd'
import type { ResultProps } from '#admin/crud/parts/props.ts'
import { isolate } from '#admin/format/isolate.ts'
import { exactTime } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { textAt } from '#admin/providers/adapters/coerce.ts'
import { CopyButton } from '#admin/ui/CopyButton.tsx'
import type { OneTimeLink } from '#contract/auth.ts'

/** Shows a user's password link once, and whether it was also mailed. */
export function PasswordLink({ row, answer, close }: ResultProps) {
  const { url, expiresAt, mailed } = answer as OneTimeLink
  const email = textAt(row.email)
  return (
    <Modal
      open
      width={520}
      title={translate('Password reset link for {name}', { name: isolate(email) })}
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
          ? translate('The link was also emailed to {email}. It is shown only once.', { email })
          : translate(
              'Copy the link and give it to the user. It is shown only once and was not emailed.',
            )}
      </p>
      <Flex gap={8} style={{ marginBlock: '16px 8px' }}>
        <Input
          aria-label={translate('Password reset link')}
          readOnly
          dir="ltr"
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton text={url} />
      </Flex>
      <Typography.Text
        type="secondary"
        style={{ display: 'block', marginBlockEnd: 16, fontSize: 12 }}
      >
        {translate('The link works once and expires on {time}.', {
          time: exactTime(expiresAt, Date.now()) ?? '',
        })}
      </Typography.Text>
    </Modal>
  )
}
