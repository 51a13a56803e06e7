import { useCombobox } from 'downshift'
import { useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { ChipBox } from '#admin/ui/ChipBox.tsx'
import type { Resource } from '#model/resource.ts'
import { useValuesInUse } from '../filters/use-values-in-use.ts'
import { comboboxReducer } from './combobox-reducer.ts'
import { Popup } from './Popup.tsx'
import css from './ReferenceInput.module.css'
import type { Option } from './use-options.ts'

interface Props {
  id: string
  resource: Resource
  path: string
  value: string
  onChange(value: string): void
  'aria-required'?: 'true'
  'aria-invalid'?: 'true'
  'aria-describedby'?: string
}

/**
 * A text among those that other records have there (MIS-02), or a new one. One that is known but for its capitals
 * is taken as it is stored.
 */
export function SuggestInput({ id, resource, path, value, onChange, ...rest }: Props) {
  // By name: antd's forms hand over a ref as well, which would take the place of downshift's.
  const aria = {
    'aria-required': rest['aria-required'],
    'aria-invalid': rest['aria-invalid'],
    'aria-describedby': rest['aria-describedby'],
  }
  const [isOpen, setOpen] = useState(false)
  const [isTyped, setTyped] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const known = useValuesInUse(resource, path, NO_ROWS)
  const wanted = value.trim().toLowerCase()
  const same = known.find((one) => one.toLowerCase() === wanted)
  const items: Option[] = known
    .filter((one) => !isTyped || one.toLowerCase().includes(wanted))
    .map((one) => ({ id: one, name: one }))
  if (isTyped && wanted !== '' && same === undefined)
    items.push({ id: value.trim(), name: translate('Create "{name}"', { name: value.trim() }) })

  const box = useCombobox<Option>({
    items,
    inputId: id,
    isOpen,
    inputValue: value,
    selectedItem: null,
    itemToString: (item) => item?.id ?? '',
    itemToKey: (item) => item?.id,
    stateReducer: comboboxReducer(false),
    onIsOpenChange: ({ isOpen: next }) => {
      setOpen(next)
      if (!next) setTyped(false)
    },
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChange(selectedItem.id),
  })

  return (
    <div className={css.place}>
      <ChipBox chips={[]} remove={() => undefined} hasMenu>
        <input
          {...box.getInputProps({
            ref: input,
            onChange: ({ currentTarget }) => {
              setTyped(true)
              onChange(currentTarget.value)
            },
            onBlur: () => same !== undefined && same !== value && onChange(same),
            onKeyDown: (event) => {
              if (event.key !== 'Escape') return
              // The dialog around it closes by Escape as well, and is not meant while the list is open.
              if (isOpen) event.stopPropagation()
              else Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
            },
          })}
          {...aria}
          // A label that stands beside it names it; downshift would point at one of its own.
          aria-labelledby={undefined}
          dir="auto"
        />
      </ChipBox>
      <Popup
        box={box}
        options={{ items, more: 0, isSearching: false, error: false, retry: () => undefined }}
        chosen={same === undefined ? [] : [same]}
        label={translate('Words in use')}
        isMany={false}
        typed={isTyped ? value : ''}
        empty={translate('None yet: type a new one.')}
        popup={popup}
        input={input}
      />
    </div>
  )
}

const NO_ROWS: never[] = []
