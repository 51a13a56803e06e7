import { Button, Flex, Input } from 'antd'
import { useRef, useState } from 'react'
import { timeAgo } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { createPasskey, hasPasskeys } from '#admin/http/webauthn.ts'
import {
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
import { Trouble } from './Form.tsx'
import { Line, Lines, Stack } from './Lines.tsx'
import { Section } from './Section.tsx'
import type { Changed } from './sections.ts'
import { useSubmit } from './use-submit.ts'

const LONGEST_NAME = 60

/** Passkeys are added, named and removed (ACC-04). */
export function Passkeys({ account, changed }: Changed) {
  return (
    <Section
      title="Passkeys"
      text="Sign in by fingerprint, face or the lock of this device, without a password. Nobody can trick you out of one."
    >
      <PasskeyList account={account} changed={changed} />
    </Section>
  )
}

/** The passkeys alone, without what they are. */
export function PasskeyList({
  account,
  changed,
  isPrimary = false,
}: Changed & { isPrimary?: boolean }) {
  const { passkeys } = account.factors
  const area = useRef<HTMLDivElement>(null)
  const submit = useSubmit()
  const [renamed, rename] = useState<string>()
  const [toRemove, askToRemove] = useState<Passkey>()
  useKeptFocus(area, { fallback: 'button' })
  const add = () =>
    submit.run(async () => {
      const { ticket, options } = await askForPasskey()
      const answer = await createPasskey(options)
      if (!answer) return
      changed(await addPasskey({ ticket, answer, name: nameFor(passkeys) }))
      toast({ title: translate('Success'), description: translate('You can sign in with it now.') })
    }, 'The passkey could not be added.')
  const remove = async ({ id }: Passkey) => {
    const isDone = await submit.run(() => removePasskey(id), 'The passkey could not be removed.')
    askToRemove(undefined)
    if (isDone) changed()
  }
  return (
    <Stack area={area}>
      {passkeys.length > 0 ? (
        <Lines>
          {passkeys.map((passkey) =>
            passkey.id === renamed ? (
              <Renaming
                key={passkey.id}
                passkey={passkey}
                end={(isChanged) => {
                  rename(undefined)
                  if (isChanged) changed()
                }}
              />
            ) : (
              <Line key={passkey.id} name={passkey.name} about={aboutOf(passkey)}>
                <Flex wrap gap={8}>
                  <Button
                    aria-label={translate('Rename {name}', { name: passkey.name })}
                    onClick={() => rename(passkey.id)}
                  >
                    {translate('Rename')}
                  </Button>
                  <Button
                    aria-label={translate('Remove {name}', { name: passkey.name })}
                    onClick={() => askToRemove(passkey)}
                  >
                    {translate('Remove')}
                  </Button>
                </Flex>
              </Line>
            ),
          )}
        </Lines>
      ) : null}
      {hasPasskeys() ? (
        <Button
          type={isPrimary ? 'primary' : 'default'}
          loading={submit.isBusy}
          onClick={() => void add()}
        >
          {translate('Add a passkey')}
        </Button>
      ) : (
        <p>{translate('This browser cannot keep passkeys at this address: they need https.')}</p>
      )}
      <Trouble text={submit.trouble} />
      <QuestionDialog
        isOpen={toRemove !== undefined}
        title={<NameIn text="Remove {name}?" name={toRemove?.name ?? ''} />}
        text="You cannot sign in with it any more. Remove it from the device as well."
        no="Cancel"
        yes="Remove"
        isDangerous
        isBusy={submit.isBusy}
        onNo={() => askToRemove(undefined)}
        onYes={() => toRemove && void remove(toRemove)}
      />
    </Stack>
  )
}

function aboutOf({ createdAt, lastUsedAt }: Passkey): string {
  const now = Date.now()
  const used = lastUsedAt
    ? translate('last used {ago}', { ago: timeAgo(lastUsedAt, now) ?? '' })
    : translate('not used yet')
  return `${translate('added {ago}', { ago: timeAgo(createdAt, now) ?? '' })} · ${used}`
}

function Renaming({ passkey, end }: { passkey: Passkey; end: (isChanged: boolean) => void }) {
  const [name, setName] = useState(passkey.name)
  const submit = useSubmit()
  const save = async () => {
    const next = name.trim()
    if (next === '' || next === passkey.name) return end(false)
    const isDone = await submit.run(
      () => renamePasskey(passkey.id, next),
      'The passkey could not be renamed.',
    )
    if (isDone) end(true)
  }
  return (
    <li>
      <form
        style={{ padding: 12 }}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') end(false)
        }}
      >
        <Stack>
          <Input
            dir="auto"
            autoComplete="off"
            autoFocus
            aria-label={translate('Name of the passkey')}
            value={name}
            maxLength={LONGEST_NAME}
            onChange={({ target }) => setName(target.value)}
          />
          <Flex wrap gap={8}>
            <Button htmlType="submit" loading={submit.isBusy}>
              {translate('Save')}
            </Button>
            <Button onClick={() => end(false)}>{translate('Cancel')}</Button>
          </Flex>
          <Trouble text={submit.trouble ?? submit.errors.name} />
        </Stack>
      </form>
    </li>
  )
}

/** What a new one is called until somebody says better. */
function nameFor(passkeys: readonly Passkey[]): string {
  const first = translate('Passkey')
  const names = passkeys.map(({ name }) => name)
  if (!names.includes(first)) return first
  let count = 2
  while (names.includes(`${first} ${count}`)) count++
  return `${first} ${count}`
}
