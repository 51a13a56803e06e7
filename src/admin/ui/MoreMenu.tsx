import { MoreOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './MoreMenu.module.css'

export interface MenuItem {
  key: string
  label: string
  isDangerous?: boolean
  /** It cannot be done now, and keeps its place. */
  isOff?: boolean
  /** The same, with the reason below its label. */
  why?: string
  /** The keys that do the same, as they are written on them. */
  keys?: string
  /** Of several one is chosen: whether it is this. */
  isChosen?: boolean
  choose: () => void
}

const GAP = 4
/** What an item and the rest of the menu take in height, as the styles have it. */
const ITEM = 44
const EDGES = 10

/**
 * A button with three dots or with words, and behind it a menu. The browser itself shows it above everything, closes it by Escape
 * or a press elsewhere and hands the focus back; arrows go through it.
 */
export function MoreMenu({
  label,
  words,
  icon,
  isBusy = false,
  isDisabled = false,
  isSkipped = false,
  items,
}: {
  /** What it is called, where its words do not say it. */
  label?: string
  /** In the place of the three dots. */
  words?: string
  icon?: ReactNode
  isBusy?: boolean
  isDisabled?: boolean
  /** Tab passes it over: something beside it leads to it. */
  isSkipped?: boolean
  items: readonly MenuItem[]
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const shown = useRef<AbortController>(undefined)

  const place = () => {
    if (!menu.current || !button.current) return
    const { bottom, top, left, right } = button.current.getBoundingClientRect()
    const { clientWidth } = document.documentElement
    // From a button at the start of a narrow screen it would hang out on that side.
    const isAtLeft = left + right < clientWidth
    const reasons = items.filter(({ why }) => why !== undefined).length
    const height = (items.length + reasons) * ITEM + EDGES
    const isBelow = bottom + GAP + height < innerHeight
    menu.current.style.top = `${isBelow ? bottom + GAP : Math.max(GAP, top - GAP - height)}px`
    menu.current.style.left = isAtLeft ? `${left}px` : 'auto'
    menu.current.style.right = isAtLeft ? 'auto' : `${clientWidth - right}px`
  }
  const close = () => menu.current?.hidePopover?.()
  /** What moves below it leaves it behind; a long one is scrolled itself. */
  const follow = (isOpen: boolean) => {
    shown.current?.abort()
    if (!isOpen) return
    const stop = new AbortController()
    shown.current = stop
    const onMove = ({ target }: Event) => {
      if (!(target instanceof Node && menu.current?.contains(target))) close()
    }
    for (const event of ['scroll', 'resize'])
      addEventListener(event, onMove, { capture: true, signal: stop.signal })
    menu.current?.querySelector('button')?.focus()
  }

  return (
    <>
      <Button
        ref={button}
        loading={isBusy}
        disabled={isDisabled}
        {...(isSkipped && { tabIndex: -1 })}
        aria-label={label}
        aria-haspopup="menu"
        popoverTarget={id}
        {...(words === undefined
          ? {
              type: 'text',
              icon: icon ?? <MoreOutlined aria-hidden="true" />,
              title: icon ? label : translate('More'),
            }
          : { icon })}
      >
        {words}
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label ?? words}
        className={css.menu}
        onBeforeToggle={({ newState }) => newState === 'open' && place()}
        onToggle={({ newState }) => follow(newState === 'open')}
        onKeyDown={(event) => {
          // A dialog around it closes by Escape as well, and is not meant.
          if (event.key === 'Escape') {
            event.stopPropagation()
            event.nativeEvent.stopImmediatePropagation()
          } else if (event.key === 'Tab') close()
          else walk(event)
        }}
      >
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            {...(item.isChosen === undefined
              ? { role: 'menuitem' }
              : { role: 'menuitemradio', 'aria-checked': item.isChosen })}
            tabIndex={-1}
            className={css.item}
            data-dangerous={item.isDangerous === true}
            {...(isOff(item) && { 'aria-disabled': true })}
            onClick={() => {
              if (isOff(item)) return
              close()
              item.choose()
            }}
          >
            {item.why === undefined ? (
              item.label
            ) : (
              <span>
                {item.label} <small className={css.why}>{item.why}</small>
              </span>
            )}
            {item.keys === undefined ? null : (
              <span className={css.keys} aria-hidden="true">
                {item.keys}
              </span>
            )}
          </button>
        ))}
      </div>
    </>
  )
}

function isOff({ isOff = false, why }: MenuItem): boolean {
  return isOff || why !== undefined
}

/** Arrows, Home and End lead from item to item, round and round. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.indexOf(document.activeElement as HTMLButtonElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}
