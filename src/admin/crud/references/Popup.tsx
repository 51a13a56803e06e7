import { CheckOutlined } from '@ant-design/icons'
import type { UseComboboxReturnValue } from 'downshift'
import { type RefObject, useEffect } from 'react'
import { translate } from '#admin/format/translate.ts'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import css from './Popup.module.css'
import type { Option, Options } from './use-options.ts'

interface Props {
  box: UseComboboxReturnValue<Option>
  options: Options
  chosen: readonly string[]
  label: string
  isMany: boolean
  typed: string
  /** Said when there is nothing to choose from at all. */
  empty: string
  popup: RefObject<HTMLDivElement | null>
  input: RefObject<HTMLInputElement | null>
}

/** The list under the field, and in words: that it is being searched, that nothing was found, that it failed. */
export function Popup({ box, options, chosen, label, isMany, typed, empty, popup, input }: Props) {
  const { isOpen, highlightedIndex, getMenuProps, getItemProps, closeMenu } = box
  const { items, more, isSearching, error, retry } = options
  // A press beside the entries is still one inside: the menu's element is the popup for downshift.
  const { ref, ...menu } = getMenuProps({ ref: popup, 'aria-label': label })
  const count = items.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever its height changes
  useEffect(() => {
    if (isOpen) popup.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, count, error, isSearching])

  const note = error
    ? ''
    : isSearching
      ? translate('Searching…')
      : count > 0
        ? more > 0
          ? translate('{count} more: type to find them', { count: more })
          : ''
        : typed.trim()
          ? translate('Nothing found for “{text}”', { text: typed.trim() })
          : empty

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus where it is; nothing is offered
    <div
      className={css.menu}
      hidden={!isOpen}
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
      <ul {...menu} tabIndex={-1} {...(isMany && { 'aria-multiselectable': true })}>
        {isOpen
          ? items.map((item, index) => {
              const isChosen = chosen.includes(item.id)
              return (
                <li
                  key={item.id}
                  {...getItemProps({ item, index, 'aria-selected': isChosen })}
                  data-at={index === highlightedIndex}
                >
                  <bdi>{item.name}</bdi>
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
        {isOpen ? note : ''}
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
