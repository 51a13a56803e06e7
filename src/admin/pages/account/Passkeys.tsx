import { Button, Form, Input, List } from 'antd'
import { useRef, useState } from 'react'
import { isolate } from '#admin/format/isolate.ts'
import { timeAgo } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { createPasskey, hasPasskeys } from '#admin/http/webauthn.ts'
import {
  ACCOUNT_KEY,
  addPasskey,
  askForPasskey,
  removePasskey,
  renamePasskey,
} from '#admin/providers/account.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { toast } from '#admin/ui/toast/store.ts'
import type { Passkey } from '#contract/auth.ts'
import { Named, SendButton, SubmitModal } from './submit.tsx'
import { useSubmit } from './use-submit.ts'

/** The passkeys, with buttons to add, rename and remove them. */
export function Passkeys({
  passkeys,
  goOn,
}: {
  passkeys: readonly Passkey[]
  /** Called after a passkey was added, on a page with this as its only step. */
  goOn?: () => void
}) {
  const area = useRef<HTMLDivElement>(null)
  const [renamed, rename] = useState<Passkey>()
  useKeptFocus(area, { fallback: 'button' })
  const add = async () => {
    const { ticket, options } = await askForPasskey()
    const answer = await createPasskey(options)
    if (!answer) return
    const count = passkeys.length
    const name = count === 0 ? translate('Passkey') : `${translate('Passkey')} ${count + 1}`
    await addPasskey({ ticket, answer, name })
    toast({
      title: translate('Success'),
      description: translate('Passkey added. You can now sign in with it.'),
    })
    goOn?.()
  }
  return (
    <div ref={area}>
      {passkeys.length > 0 ? (
        <List
          bordered
          size="small"
          style={{ marginBlockEnd: 16, borderColor: 'var(--edge)' }}
          dataSource={[...passkeys]}
          rowKey="id"
          renderItem={(passkey) => (
            <List.Item
              data-row=""
              actions={[
                <Button
                  key="rename"
                  aria-label={translate('Rename {name}', { name: passkey.name })}
                  onClick={() => rename(passkey)}
                >
                  {translate('Rename')}
                </Button>,
                <SendButton
                  key="remove"
                  aria-label={translate('Remove {name}', { name: passkey.name })}
                  submit={{
                    send: () => removePasskey(passkey.id),
                    failure: 'Failed to remove the passkey.',
                    reads: ACCOUNT_KEY,
                  }}
                  question={{
                    title: translate('Remove {name}?', { name: isolate(passkey.name) }),
                    text: 'You can no longer sign in with it. Remove it from your device as well.',
                    yes: 'Remove',
                    isDangerous: true,
                  }}
                >
                  {translate('Remove')}
                </SendButton>,
              ]}
            >
              <Named name={passkey.name} about={aboutOf(passkey)} />
            </List.Item>
          )}
        />
      ) : null}
      {hasPasskeys() ? (
        <SendButton
          type={goOn ? 'primary' : 'default'}
          submit={{ send: add, failure: 'Failed to add the passkey.', reads: ACCOUNT_KEY }}
        >
          {translate('Add passkey')}
        </SendButton>
      ) : (
        <p>{translate('Passkeys require HTTPS. This page does not use it.')}</p>
      )}
      {renamed ? <Renaming passkey={renamed} onClosed={() => rename(undefined)} /> : null}
    </div>
  )
}

function aboutOf({ createdAt, lastUsedAt }: Passkey): string {
  const now = Date.now()
  const used = lastUsedAt
    ? translate('last used {ago}', { ago: timeAgo(lastUsedAt, now) ?? '' })
    : translate('not used yet')
  return `${translate('added {ago}', { ago: timeAgo(createdAt, now) ?? '' })} · ${used}`
}

const LONGEST_NAME = 60

function Renaming({ passkey: { id, name }, onClosed }: { passkey: Passkey; onClosed: () => void }) {
  const submit = useSubmit<{ name: string }>({
    send: (draft) => renamePasskey(id, draft.name.trim()),
    failure: 'Failed to rename the passkey.',
    reads: ACCOUNT_KEY,
  })
  return (
    <SubmitModal
      {...{ submit, onClosed }}
      title="Rename passkey"
      width={440}
      initial={{ name }}
      label="Save"
    >
      <Form.Item
        name="name"
        label={translate('Passkey name')}
        rules={[{ required: true, whitespace: true, message: translate('Name is required.') }]}
      >
        <Input dir="auto" autoComplete="off" maxLength={LONGEST_NAME} />
      </Form.Item>
    </SubmitModal>
  )
}
