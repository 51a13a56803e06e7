import { Button, Form, Input, type InputRef, List, Modal } from 'antd'
import { type RefObject, useRef, useState } from 'react'
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
import { NameIn } from '#admin/ui/NameIn.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { toast } from '#admin/ui/toast/store.ts'
import type { Passkey } from '#contract/account.ts'
import { Named } from './Named.tsx'
import { ErrorText, SubmitForm } from './SubmitForm.tsx'
import { useSubmit } from './use-submit.ts'

const LONGEST_NAME = 60

/** The passkeys, with buttons to add, rename and remove them. */
export function Passkeys({
  passkeys,
  isPrimary = false,
  added,
}: {
  passkeys: readonly Passkey[]
  isPrimary?: boolean
  /** Runs after one was added. */
  added?: () => void
}) {
  const area = useRef<HTMLDivElement>(null)
  const [renamed, rename] = useState<Passkey>()
  const nameField = useRef<InputRef>(null)
  const [toRemove, askToRemove] = useState<Passkey>()
  useKeptFocus(area, { fallback: 'button' })
  const adding = useSubmit({
    send: async () => {
      const { ticket, options } = await askForPasskey()
      const answer = await createPasskey(options)
      if (!answer) return
      await addPasskey({ ticket, answer, name: freeName(passkeys) })
      toast({ title: translate('Success'), description: translate('You can sign in with it now.') })
      added?.()
    },
    failure: 'The passkey could not be added.',
    reads: ACCOUNT_KEY,
  })
  const removal = useSubmit<Passkey>({
    send: ({ id }) => removePasskey(id),
    failure: 'The passkey could not be removed.',
    reads: ACCOUNT_KEY,
  })
  const remove = async (passkey: Passkey) => {
    await removal.submit(passkey)
    askToRemove(undefined)
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
                <Button
                  key="remove"
                  aria-label={translate('Remove {name}', { name: passkey.name })}
                  onClick={() => askToRemove(passkey)}
                >
                  {translate('Remove')}
                </Button>,
              ]}
            >
              <Named name={passkey.name} about={aboutOf(passkey)} />
            </List.Item>
          )}
        />
      ) : null}
      {hasPasskeys() ? (
        <Button
          type={isPrimary ? 'primary' : 'default'}
          loading={adding.isBusy}
          onClick={() => void adding.submit()}
        >
          {translate('Add a passkey')}
        </Button>
      ) : (
        <p>{translate('This browser cannot keep passkeys at this address: they need https.')}</p>
      )}
      <ErrorText text={adding.error ?? removal.error} />
      <Modal
        open={renamed !== undefined}
        width={440}
        title={translate('Rename passkey')}
        footer={null}
        destroyOnHidden
        onCancel={() => rename(undefined)}
        afterOpenChange={() => nameField.current?.select()}
      >
        {renamed ? (
          <Renaming passkey={renamed} field={nameField} close={() => rename(undefined)} />
        ) : null}
      </Modal>
      <QuestionDialog
        isOpen={toRemove !== undefined}
        title={<NameIn text="Remove {name}?" name={toRemove?.name ?? ''} />}
        text="You cannot sign in with it any more. Remove it from the device as well."
        no="Cancel"
        yes="Remove"
        isDangerous
        isBusy={removal.isBusy}
        onNo={() => askToRemove(undefined)}
        onYes={() => toRemove && void remove(toRemove)}
      />
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

function Renaming({
  passkey: { id, name },
  field,
  close,
}: {
  passkey: Passkey
  field: RefObject<InputRef | null>
  close: () => void
}) {
  const submit = useSubmit<{ name: string }>({
    send: (draft) => renamePasskey(id, draft.name.trim()),
    failure: 'The passkey could not be renamed.',
    reads: ACCOUNT_KEY,
  })
  return (
    <SubmitForm submit={submit} initial={{ name }} label="Save" isPrimary done={close}>
      <Form.Item
        name="name"
        label={translate('Name of the passkey')}
        rules={[{ required: true, whitespace: true, message: translate('Name is required') }]}
      >
        <Input ref={field} dir="auto" autoComplete="off" maxLength={LONGEST_NAME} />
      </Form.Item>
    </SubmitForm>
  )
}

/** 'Passkey', or 'Passkey 2' where that is taken. */
function freeName(passkeys: readonly Passkey[]): string {
  const first = translate('Passkey')
  const names = passkeys.map(({ name }) => name)
  if (!names.includes(first)) return first
  let count = 2
  while (names.includes(`${first} ${count}`)) count++
  return `${first} ${count}`
}
