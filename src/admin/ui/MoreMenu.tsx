import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'

export interface MenuItem {
  key: string
  label: string
  isDangerous?: boolean
  /** Disabled, but still shown. */
  isOff?: boolean
  /** Disabled, with this reason below the label. */
  why?: string
  /** Label of the keyboard shortcut. */
  keys?: string
  icon?: ReactNode
  /** Marks the current choice of several. */
  isChosen?: boolean
  /** Adds a divider before the item. */
  isApart?: boolean
  choose: () => void
}

/** antd's Dropdown behind a button with three dots or a text. The button has the focus before an item is selected. */
export function MoreMenu({
  label,
  words,
  icon,
  isBusy = false,
  isDisabled = false,
  items,
}: {
  /** The accessible name, if the visible text is not enough. */
  label?: string
  /** Shown instead of the three dots. */
  words?: string
  icon?: ReactNode
  isBusy?: boolean
  isDisabled?: boolean
  items: readonly MenuItem[]
}) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const name = label ?? words
  const look =
    words === undefined
      ? ({
          type: 'text',
          icon: icon ?? <MoreOutlined aria-hidden="true" />,
          title: icon ? label : translate('More'),
        } as const)
      : { icon }
  return (
    <Dropdown
      trigger={['click']}
      open={isOpen}
      onOpenChange={setOpen}
      placement="bottomRight"
      autoFocus
      destroyOnHidden
      disabled={isDisabled}
      menu={{
        ...(name && { 'aria-label': name }),
        onKeyDown: (event) => {
          if (event.key !== 'Escape') return
          // Closes only the menu, not the dialog around it.
          event.stopPropagation()
          setOpen(false)
          button.current?.focus()
        },
        items: items.flatMap(({ key, isDangerous = false, isOff = false, why, ...item }) => [
          ...(item.isApart ? [{ type: 'divider' as const }] : []),
          {
            ...{ key, danger: isDangerous, disabled: isOff || why !== undefined },
            ...{ icon: item.icon, extra: item.keys },
            ...(item.isChosen !== undefined && {
              role: 'menuitemradio',
              'aria-checked': item.isChosen,
            }),
            label:
              why === undefined ? (
                item.label
              ) : (
                <>
                  {item.label} <small>{why}</small>
                </>
              ),
            onClick: ({ domEvent }) => {
              // Enter would also press the button, which has the focus by then.
              domEvent.preventDefault()
              button.current?.focus()
              item.choose()
            },
          },
        ]),
      }}
    >
      <Button
        ref={button}
        {...look}
        loading={isBusy}
        disabled={isDisabled}
        {...(label !== undefined && { 'aria-label': label })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
      >
        {words}
      </Button>
    </Dropdown>
  )
}
