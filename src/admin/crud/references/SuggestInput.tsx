import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Resource } from '#model/resource.ts'
import { capital } from '#model/words.ts'
import { useValuesInUse } from '../filters/use-values-in-use.ts'
import { Combobox, type ControlState } from './Combobox.tsx'

interface Props extends ControlState {
  id: string
  resource: Resource
  path: string
  value: string
  onChange(value: string): void
}

/**
 * A text among those that other records have there (MIS-02), or a new one. It is shown with a capital, as in lists,
 * and one that is known but for its capitals is taken as it is stored.
 */
export function SuggestInput({ id, resource, path, value, onChange, ...state }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isTyped, setTyped] = useState(false)
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
      text={isTyped ? value : capital(value)}
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
        onChange(next)
      }}
      onChoose={(option) => onChange(option.id)}
      onLeave={() => same !== undefined && same !== value && onChange(same)}
    />
  )
}

const NO_ROWS: never[] = []
