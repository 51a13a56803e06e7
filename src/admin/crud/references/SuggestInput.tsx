import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { useValuesInUse } from '#admin/resource/list/use-values-in-use.ts'
import { FieldNotes } from '#admin/ui/Field.tsx'
import type { Resource } from '#model/resource.ts'
import { capital } from '#model/words.ts'
import { Combobox, type ControlState } from './Combobox.tsx'

interface Props extends ControlState {
  id: string
  resource: Resource
  path: string
  value: string
  onChange(value: string): void
}

/**
 * A text among those that other records have there (MIS-02), or a new one. What was chosen, or stands there, is shown
 * with a capital, as in lists; what is typed stays as it is typed. But for its capitals one that is in use is taken as
 * it is stored, and that is told.
 */
export function SuggestInput({ id, resource, path, value, onChange, ...state }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isTyped, setTyped] = useState(false)
  /** What was typed last, while it stands there. */
  const [own, setOwn] = useState<string>()
  /** What stands there in place of what was typed. */
  const [taken, setTaken] = useState('')
  const known = useValuesInUse(resource, path, NO_ROWS)
  const text = value.trim()
  const wanted = text.toLowerCase()
  const same = known.find((one) => one.toLowerCase() === wanted)
  const items = known
    .filter((one) => !isTyped || one.toLowerCase().includes(wanted))
    .map((one) => ({ id: one, name: capital(one) }))
  if (isTyped && text !== '' && same === undefined)
    items.push({ id: text, name: translate('Create "{name}"', { name: text }) })

  return (
    <Combobox
      id={id}
      state={state}
      label={translate('Words in use')}
      text={isTyped || value === own ? value : capital(value)}
      typed={isTyped ? value : ''}
      options={{ items, more: 0, isSearching: false, error: false, retry: () => undefined }}
      chosen={same === undefined ? [] : [same]}
      isFree
      isOpen={isOpen}
      setOpen={(next) => {
        setOpen(next)
        if (!next) setTyped(false)
      }}
      empty={translate('None yet: type a new one.')}
      onType={(next) => {
        setTyped(true)
        setOwn(next)
        setTaken('')
        onChange(next)
      }}
      onChoose={(option) => {
        setOwn(known.includes(option.id) ? undefined : option.id)
        setTaken('')
        onChange(option.id)
      }}
      onLeave={() => {
        if (same === undefined || same === value) return
        onChange(same)
        if (capital(same) !== text) setTaken(capital(same))
      }}
    >
      {/* Stands from the start: what appears inside a live region is announced. */}
      <div role="status">
        <FieldNotes
          id={`${id}_taken`}
          hint={taken && translate('In use as “{name}”, and taken so.', { name: taken })}
        />
      </div>
    </Combobox>
  )
}

const NO_ROWS: never[] = []
