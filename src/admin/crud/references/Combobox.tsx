import { CheckOutlined, PlusOutlined } from '@ant-design/icons'
import {
  type UseComboboxReturnValue,
  type UseComboboxState,
  type UseComboboxStateChangeOptions,
  useCombobox,
} from 'downshift'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react'
import { translate } from '#admin/format/translate.ts'
import { ChipBox, type Chosen, Cross } from '#admin/ui/ChipBox.tsx'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import css from './Combobox.module.css'
import type { Option, Options } from './use-options.ts'

/** What says how the control of a field stands. */
export interface ControlState {
  'aria-required'?: 'true' | undefined
  'aria-invalid'?: 'true' | undefined
  'aria-describedby'?: string | undefined
}

interface Props {
  id: string
  /** Of the field around it. */
  state: ControlState
  /** The accessible name, where no <label for> stands beside it. */
  name?: string | undefined
  /** What the list is called. */
  label: string
  /** What stands in the field. */
  text: string
  /** What of it is searched for. */
  typed: string
  options: Options
  /** The ids that are chosen already. */
  chosen: readonly string[]
  isMany?: boolean
  /** What is typed need not be one of the options, and is none until it is chosen. */
  isFree?: boolean
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** Said when there is nothing to choose from at all. */
  empty: string
  placeholder?: string
  /** What is chosen, before the input; or the one thing in it that may be taken away. */
  chips?: readonly Chosen[]
  only?: Chosen | undefined
  remove?: (key: string) => void
  /** Stands below the options, and is chosen like them: what to do where none of them is meant. */
  offer?: { name: string; take: () => void } | undefined
  onType: (text: string) => void
  onChoose: (option: Option) => void
  onLeave?: () => void
  /** Below it. */
  children?: ReactNode
}

/** No record's id. */
const OFFER = ' new'

type State = UseComboboxState<Option>
const { InputBlur, InputKeyDownEscape, InputClick, InputKeyDownEnter, ItemClick } =
  useCombobox.stateChangeTypes

/** A field with a list of what can be chosen: the combobox pattern of WAI-ARIA. */
export function Combobox(props: Props) {
  const { options, chosen, isMany = false, isFree = false, isOpen, chips = [], only } = props
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const found = options.items
  const offered = props.offer?.name
  const items = useMemo(
    () => (offered === undefined ? [...found] : [...found, { id: OFFER, name: offered }]),
    [found, offered],
  )
  const box = useCombobox<Option>({
    items,
    inputId: props.id,
    isOpen,
    inputValue: props.text,
    selectedItem: null,
    itemToString: (item) => (isFree ? item?.id : item?.name) ?? '',
    itemToKey: (item) => item?.id,
    // Asked for the highlighted place even when a shorter list has nothing there any more.
    isItemDisabled: (item?: Option) => isMany && item !== undefined && chosen.includes(item.id),
    stateReducer: (before, change) => reduced(before, change, isMany),
    onIsOpenChange: (change) => props.setOpen(change.isOpen),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem?.id !== OFFER) return selectedItem && props.onChoose(selectedItem)
      props.setOpen(false)
      props.offer?.take()
    },
  })

  // What was typed leads to the first that can be chosen, so that Enter takes it: in each new list, not after
  // each choice.
  const highlightFirst = useEffectEvent((isSearching: boolean) => {
    // Before the search has ended it is not known that the record is missing.
    const open = isSearching ? found : items
    box.setHighlightedIndex(open.findIndex((one) => !isMany || !chosen.includes(one.id)))
  })
  const { isSearching } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: in each new list
  useEffect(() => {
    if (isOpen && props.typed && !isFree) highlightFirst(isSearching)
  }, [items, props.typed, isOpen, isFree, isSearching])

  function take(key: string) {
    props.remove?.(key)
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // The dialog around it closes by Escape as well, and is not meant while the list is open.
    if (event.key === 'Escape') {
      if (isOpen) event.stopPropagation()
      else leaveAlone(event.nativeEvent)
    }
    const last = chips.at(-1)
    if (event.key === 'Backspace' && !props.text && last) take(last.key)
  }

  return (
    <div className={css.place}>
      <ChipBox chips={chips} remove={take} hasMenu>
        <input
          {...box.getInputProps({
            ref: input,
            ...(props.name !== undefined && { 'aria-label': props.name }),
            onKeyDown,
            onChange: ({ currentTarget }) => props.onType(currentTarget.value),
            onFocus: ({ currentTarget }) => isFree || currentTarget.select(),
            onBlur: ({ relatedTarget, nativeEvent }) => {
              if (popup.current?.contains(relatedTarget)) leaveAlone(nativeEvent)
              props.onLeave?.()
            },
          })}
          {...props.state}
          // A label that stands beside it names it; downshift would point at one of its own.
          aria-labelledby={undefined}
          dir="auto"
          placeholder={props.placeholder}
        />
        {only ? <Cross name={only.name} onClick={() => take(only.key)} /> : null}
      </ChipBox>
      <Popup {...props} items={items} box={box} popup={popup} input={input} />
      {props.children}
    </div>
  )
}

/**
 * Where downshift's ways are not ours: leaving the field and Escape choose and clear nothing, a click into the
 * text leaves the list open, and whoever chooses several finds the list still there for the next.
 */
function reduced(
  before: State,
  { type, changes }: UseComboboxStateChangeOptions<Option>,
  isMany: boolean,
): Partial<State> {
  switch (type) {
    case InputBlur:
    case InputKeyDownEscape:
      return { ...changes, selectedItem: before.selectedItem, inputValue: before.inputValue }
    case InputClick:
      return { ...changes, isOpen: true }
    case InputKeyDownEnter:
    case ItemClick:
      return isMany && changes.selectedItem
        ? { ...changes, isOpen: true, highlightedIndex: before.highlightedIndex }
        : changes
    default:
      return changes
  }
}

/** downshift leaves an event alone that is marked so. */
function leaveAlone(event: Event) {
  Object.assign(event, { preventDownshiftDefault: true })
}

/** The list under the field, and in words: that it is being searched, that nothing was found, that it failed. */
function Popup({
  box,
  popup,
  input,
  options,
  items,
  ...props
}: Props & {
  items: readonly Option[]
  box: UseComboboxReturnValue<Option>
  popup: RefObject<HTMLDivElement | null>
  input: RefObject<HTMLInputElement | null>
}) {
  const { isOpen, highlightedIndex, getMenuProps, getItemProps, closeMenu } = box
  const { isSearching, error, retry } = options
  // A press beside the entries is still one inside: the menu's element is the popup for downshift.
  const { ref, ...menu } = getMenuProps({ ref: popup, 'aria-label': props.label })
  const count = options.items.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever its height changes
  useEffect(() => {
    if (isOpen) popup.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, count, error, isSearching])
  const note = isOpen ? noteOf(options, props.typed.trim(), props.empty) : ''

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus where it is; nothing is offered
    <div
      className={css.menu}
      hidden={!isOpen}
      data-arrives=""
      ref={ref}
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        input.current?.focus()
        closeMenu()
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget !== input.current && !currentTarget.contains(relatedTarget)) closeMenu()
      }}
    >
      <ul {...menu} tabIndex={-1} {...(props.isMany && { 'aria-multiselectable': true })}>
        {isOpen
          ? items.map((item, index) => {
              const isChosen = props.chosen.includes(item.id)
              return (
                <li
                  key={item.id}
                  {...getItemProps({ item, index, 'aria-selected': isChosen })}
                  data-at={index === highlightedIndex}
                  data-offer={item.id === OFFER}
                >
                  <bdi>{item.name}</bdi>
                  {item.id === OFFER ? <PlusOutlined aria-hidden="true" /> : null}
                  {isChosen ? <CheckOutlined aria-hidden="true" /> : null}
                </li>
              )
            })
          : null}
      </ul>
      <p className={css.note} data-quiet={note === ''} role="status">
        {isOpen && count > 0 && !isSearching ? (
          <span className="sr-only">{translate('{count} found', { count })} </span>
        ) : null}
        {note}
      </p>
      {isOpen && error ? (
        <div className={css.note} role="alert">
          {translate('The search failed.')}{' '}
          <LinkButton
            onClick={() => {
              input.current?.focus()
              retry()
            }}
          >
            {translate('Retry')}
          </LinkButton>
        </div>
      ) : null}
    </div>
  )
}

function noteOf({ items, more, isSearching, error }: Options, text: string, empty: string): string {
  if (error) return ''
  if (isSearching) return translate('Searching…')
  if (items.length === 0) return text ? translate('Nothing found for “{text}”', { text }) : empty
  return more > 0 ? translate('{count} more: type to find them', { count: more }) : ''
}
