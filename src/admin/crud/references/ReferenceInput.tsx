import { useCombobox } from 'downshift'
import { type KeyboardEvent, memo, useEffect, useEffectEvent, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { ChipBox, Cross } from '#admin/ui/ChipBox.tsx'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import { comboboxReducer } from './combobox-reducer.ts'
import { Popup } from './Popup.tsx'
import css from './ReferenceInput.module.css'
import { targetOf } from './target.ts'
import { useKnownName, useNames } from './use-names.ts'
import { type Option, useOptions } from './use-options.ts'
import { idsOf, type ReferenceValue } from './values.ts'

interface Props {
  id: string
  /** The Refine name of the resource that is chosen from. */
  to: string
  isMany: boolean
  value?: unknown
  onChange(value: ReferenceValue): void
  /** The accessible name, where no <label for> stands beside it. */
  label?: string
  'aria-required'?: 'true' | undefined
  'aria-invalid'?: 'true' | undefined
  'aria-describedby'?: string | undefined
}

/**
 * Chooses one record of another resource, or several: the combobox pattern of WAI-ARIA, searched on the server
 * as one types. What is left typed without a choice goes, and what was chosen stays.
 */
export const ReferenceInput = memo(function ReferenceInput({
  id,
  to,
  isMany,
  value,
  onChange,
  label,
  ...rest
}: Props) {
  // By name: antd's forms hand over a ref as well, which would take the place of downshift's.
  const aria = {
    'aria-required': rest['aria-required'],
    'aria-invalid': rest['aria-invalid'],
    'aria-describedby': rest['aria-describedby'],
  }
  const target = targetOf(to)
  const chosen = idsOf(value)
  const names = useNames(to, chosen)
  const know = useKnownName(to)
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [announced, announce] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const options = useOptions(target, typed ?? '', isOpen)
  const { items } = options
  const [only] = isMany ? [] : chosen
  const noun = translate(target.label.one).toLowerCase()

  function choose({ id: picked, name }: Option) {
    know(picked, name)
    onChange(isMany ? [...chosen, picked] : picked)
    setTyped(isMany ? '' : undefined)
    if (isMany) announce(translate('{name} added', { name }))
  }

  function remove(gone: string) {
    const rest = chosen.filter((one) => one !== gone)
    onChange(isMany ? rest : undefined)
    announce(translate('{name} removed', { name: names.nameOf(gone) }))
    input.current?.focus()
  }

  const box = useCombobox<Option>({
    items: items as Option[],
    inputId: id,
    isOpen,
    inputValue: typed ?? (only === undefined ? '' : names.nameOf(only)),
    selectedItem: null,
    itemToString: (item) => item?.name ?? '',
    itemToKey: (item) => item?.id,
    // Asked for the highlighted place even when a shorter list has nothing there any more.
    isItemDisabled: (item?: Option) => isMany && item !== undefined && chosen.includes(item.id),
    stateReducer: comboboxReducer(isMany),
    onIsOpenChange: ({ isOpen: next }) => {
      setOpen(next)
      if (!next) setTyped(undefined)
      else announce('')
    },
    onSelectedItemChange: ({ selectedItem }) => selectedItem && choose(selectedItem),
  })

  // What was typed leads to the first that can be chosen, so that Enter takes it: in each new list, not after
  // each choice.
  const highlightFirst = useEffectEvent((offered: readonly Option[]) =>
    box.setHighlightedIndex(offered.findIndex(({ id: one }) => !isMany || !chosen.includes(one))),
  )
  useEffect(() => {
    if (isOpen && typed) highlightFirst(items)
  }, [items, typed, isOpen])

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // The dialog around it closes by Escape as well, and is not meant while the list is open.
    if (event.key === 'Escape') {
      if (isOpen) event.stopPropagation()
      else leaveToDialog(event.nativeEvent)
    }
    const last = chosen.at(-1)
    if (event.key === 'Backspace' && isMany && !typed && last !== undefined) remove(last)
  }

  return (
    <div className={css.place}>
      <ChipBox
        chips={(isMany ? chosen : []).map((one) => ({
          key: one,
          name: names.nameOf(one),
          isGone: names.isGone(one),
        }))}
        remove={remove}
        hasMenu
      >
        <input
          {...box.getInputProps({
            ref: input,
            ...(label !== undefined && { 'aria-label': label }),
            onKeyDown,
            onChange: ({ currentTarget }) => setTyped(currentTarget.value),
            onFocus: ({ currentTarget }) => currentTarget.select(),
            onBlur: ({ relatedTarget, nativeEvent }) => {
              if (popup.current?.contains(relatedTarget)) leaveToDialog(nativeEvent)
            },
          })}
          {...aria}
          // A label that stands beside it names it; downshift would point at one of its own.
          aria-labelledby={undefined}
          dir="auto"
          placeholder={translate('Search {many}…', {
            many: translate(target.label.many).toLowerCase(),
          })}
        />
        {only !== undefined && (!aria['aria-required'] || names.isGone(only)) ? (
          <Cross name={names.nameOf(only)} onClick={() => remove(only)} />
        ) : null}
      </ChipBox>
      <Popup
        box={box}
        options={options}
        chosen={chosen}
        label={label ?? translate(target.label.many)}
        isMany={isMany}
        typed={typed ?? ''}
        empty={translate(target.messages.empty)}
        popup={popup}
        input={input}
      />
      {names.error ? (
        <p className={css.failed} role="alert">
          {translate('The name of this {noun} could not be loaded.', { noun })}{' '}
          <LinkButton onClick={names.retry}>{translate('Retry')}</LinkButton>
        </p>
      ) : null}
      <span className="sr-only" role="status">
        {announced}
      </span>
    </div>
  )
})

/** downshift leaves an event alone that is marked so. */
function leaveToDialog(event: Event) {
  Object.assign(event, { preventDownshiftDefault: true })
}
