import { useMemo, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { ImportField } from '#contract/imports.ts'
import { hasWords, searchWords } from '#model/search.ts'
import { Combobox, type ControlState } from '../references/Combobox.tsx'

interface Props extends ControlState {
  id: string
  /** What the head of the column says. */
  header: string
  fields: readonly ImportField[]
  value: string | null
  onChange: (field: string | null) => void
}

/** No field's path. */
const NONE = ''

/** Which field a column of a file fills, or none. */
export function FieldChoice({ id, header, fields, value, onChange, ...state }: Props) {
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const all = useMemo(
    () => [
      { id: NONE, name: translate('Not imported') },
      ...fields.map(({ path, label }) => ({ id: path, name: translate(label) })),
    ],
    [fields],
  )
  const items = useMemo(() => {
    const words = searchWords(typed ?? '')
    return all.filter(({ name }) => hasWords(name, words))
  }, [all, typed])
  const chosen = value ?? NONE
  return (
    <Combobox
      id={id}
      state={state}
      name={translate('Field for the column {header}', { header })}
      label={translate('Fields')}
      text={typed ?? all.find((one) => one.id === chosen)?.name ?? ''}
      typed={typed ?? ''}
      options={{ items, more: 0, isSearching: false, error: false, retry: () => undefined }}
      chosen={[chosen]}
      isOpen={isOpen}
      setOpen={(next) => {
        setOpen(next)
        if (!next) setTyped(undefined)
      }}
      empty=""
      onType={setTyped}
      onChoose={(option) => onChange(option.id === NONE ? null : option.id)}
    />
  )
}
