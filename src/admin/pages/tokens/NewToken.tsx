import { Alert, Button, Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { useSubmit } from '#admin/pages/account/use-submit.ts'
import { makeToken } from '#admin/providers/tokens.ts'
import { Checkbox } from '#admin/ui/Checkbox.tsx'
import { Field, FieldNotes } from '#admin/ui/Field.tsx'
import { Select } from '#admin/ui/Select.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { wrongWith } from '#admin/ui/wrong-with.ts'
import { EVENTS_SCOPE, type MadeToken, MOST_TOKEN_NAME, type Scope } from '#contract/tokens.ts'
import type { FieldErrors } from '#model/words.ts'
import css from './NewToken.module.css'
import { ScopeTable } from './ScopeTable.tsx'

const DAY_MS = 86_400_000
const ENDS = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
]
const SENDING: Scope = { resource: EVENTS_SCOPE, actions: ['send'] }

/** A form for a new token: what it is called, what it may do, until when. */
export function NewToken({ made, close }: { made: (token: MadeToken) => void; close: () => void }) {
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>([])
  const [ends, setEnds] = useState('90')
  const { isBusy, errors, trouble, refuse, run } = useSubmit()
  const hint = translate('The program that gets it. It stands in the history of what it changes.')

  const submit = async () => {
    const wrong = faultsIn(name, scopes)
    if (wrong.name) first.current?.focus()
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    const expiresAt =
      ends === 'never' ? null : new Date(Date.now() + Number(ends) * DAY_MS).toISOString()
    await run(
      async () => made(await makeToken({ name, scopes, expiresAt })),
      'The token could not be made.',
    )
  }

  const others = scopes.filter(({ resource }) => resource !== EVENTS_SCOPE)
  const sends = others.length < scopes.length
  return (
    <Modal
      open
      width={600}
      title={translate('New token')}
      maskClosable={false}
      onCancel={close}
      afterOpenChange={(isOpen) => isOpen && first.current?.focus()}
      footer={
        <>
          <Button onClick={close}>{translate('Cancel')}</Button>
          <Button type="primary" loading={isBusy} htmlType="submit" form={id}>
            {translate('Make token')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field
          id={`${id}name`}
          label={translate('Name')}
          hint={hint}
          error={errors.name}
          isRequired
        >
          <TextInput
            id={`${id}name`}
            ref={first}
            value={name}
            maxLength={MOST_TOKEN_NAME}
            onChange={({ target }) => setName(target.value)}
            {...wrongWith(`${id}name`, errors.name, hint)}
          />
        </Field>
        <fieldset className={css.scopes}>
          <legend id={`${id}may`}>{translate('What it may do')}</legend>
          <div style={{ paddingBlockEnd: 4, marginInlineStart: -8 }}>
            <Checkbox
              label={translate('Send learners’ events')}
              words={translate('Send learners’ events')}
              isOn={sends}
              onToggle={(isOn) => setScopes(isOn ? [...others, SENDING] : others)}
            />
          </div>
          <ScopeTable
            scopes={scopes}
            setScopes={(next) => setScopes(next)}
            labelledBy={`${id}may`}
          />
          <div role="alert">
            <FieldNotes id={`${id}may`} error={errors.scopes} />
          </div>
          <FieldNotes
            id={`${id}may`}
            hint="No token writes passwords, or touches users with access to the console, tokens and accounts."
          />
        </fieldset>
        <Field id={`${id}ends`} label={translate('Ends')}>
          <Select
            id={`${id}ends`}
            choices={ENDS}
            isClearable={false}
            value={ends}
            onChange={({ target }) => setEnds(target.value)}
          />
        </Field>
        {trouble === undefined ? null : <Alert type="error" message={trouble} />}
      </form>
    </Modal>
  )
}

function faultsIn(name: string, scopes: readonly Scope[]): FieldErrors {
  return {
    ...(name.trim() === '' && { name: 'Name is required' }),
    ...(scopes.length === 0 && { scopes: 'Choose what it may do.' }),
  }
}
