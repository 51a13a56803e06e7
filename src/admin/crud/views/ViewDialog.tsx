import type { HttpError } from '@refinedev/core'
import { Button, Modal } from 'antd'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Checkbox } from '#admin/ui/Checkbox.tsx'
import { Field } from '#admin/ui/Field.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { useListLayout } from '../list/layout.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import { unansweredText } from '../notices.ts'
import { noteLayouts } from './known-views.ts'
import type { SavedView } from './saved-view.ts'
import { useViewWrites } from './use-views.ts'
import css from './ViewDialog.module.css'

const LONGEST = 60

/** Asks for the name of a view: of a new one of what the list shows, or another one of `view`. */
export function ViewDialog({
  resource,
  list,
  view,
  onClosed,
}: {
  resource: Resource
  list: ResourceList
  view?: SavedView
  onClosed: () => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, share] = useState(false)
  const [isStart, start] = useState(false)
  const [fault, setFault] = useState<string>()
  const { layout, reset } = useListLayout(resource)
  const writes = useViewWrites(resource)

  const refuse = (text: string) => {
    setFault(text)
    setBusy(false)
    input.current?.focus()
  }
  const save = async () => {
    const given = name.trim()
    if (given === '') return refuse('Name is required.')
    setBusy(true)
    setFault(undefined)
    if (view) {
      const error = await writes.update(view, { name: given })
      if (error) return refuse(wordsOf(error))
      return setOpen(false)
    }
    const query = list.words.replace(/^\?/, '')
    const kept = Object.keys(layout).length > 0 ? { layout } : {}
    const made = await writes.create({ name: given, query, shared: isShared, ...kept })
    if ('error' in made) return refuse(wordsOf(made.error))
    if (made.id !== undefined) {
      if (isStart) await writes.startWith({ id: made.id, name: given })
      // What was changed of the view before belongs to this one now.
      if (list.view !== undefined) reset()
      noteLayouts([{ id: made.id, layout }])
      list.showView({ search: list.words, view: made.id })
    }
    setOpen(false)
  }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isBusy) void save()
  }

  return (
    <Modal
      open={isOpen}
      width={440}
      title={translate(view ? 'Rename view' : 'Save as new view')}
      onCancel={() => setOpen(false)}
      afterOpenChange={(opened) => (opened ? input.current?.select() : onClosed())}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{translate('Cancel')}</Button>
          <Button type="primary" htmlType="submit" form={`${id}-form`} loading={isBusy}>
            {translate('Save')}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} className={css.form} onSubmit={send} noValidate>
        <Field id={id} label={translate('Name')} error={fault} isRequired>
          <TextInput
            id={id}
            ref={input}
            value={name}
            maxLength={LONGEST}
            aria-required
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : `${id}_error`}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        {view ? null : (
          <div>
            <Checkbox
              label={translate('Share with everybody')}
              words={translate('Share with everybody')}
              isOn={isShared}
              onToggle={share}
            />
            <Checkbox
              label={translate('Open this list with it')}
              words={translate('Open this list with it')}
              isOn={isStart}
              onToggle={start}
            />
          </div>
        )}
      </form>
    </Modal>
  )
}

function wordsOf(error: HttpError): string {
  const named = getAt(error.errors, 'name')
  const unanswered = unansweredText(error)
  return unanswered ?? (typeof named === 'string' ? named : error.message)
}
