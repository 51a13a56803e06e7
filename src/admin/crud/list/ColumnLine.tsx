import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  HolderOutlined,
  PushpinFilled,
  PushpinOutlined,
} from '@ant-design/icons'
import { useSortable } from '@dnd-kit/sortable'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { typedNumber } from '#admin/format/typed-number.ts'
import { Checkbox } from '#admin/ui/Checkbox.tsx'
import { IconButton } from '#admin/ui/IconButton.tsx'
import { NumberInput } from '#admin/ui/NumberInput.tsx'
import css from './ColumnLine.module.css'
import { LEAST_WIDTH, MOST_WIDTH } from './layout.ts'

/** A column in the panel: its handle, whether it is shown, whether it stays in sight, and its place. */
export function ColumnLine({
  id,
  label,
  isName,
  isShown,
  isDropped,
  isPinned,
  isFirst,
  isLast,
  width,
  show,
  pin,
  step,
  size,
}: {
  id: string
  label: string
  /** It leads to the record, and is always there. */
  isName: boolean
  isShown: boolean
  /** There was no room for it. */
  isDropped: boolean
  isPinned: boolean
  isFirst: boolean
  isLast: boolean
  /** In pixels, where one was set. */
  width: number | undefined
  show: (isOn: boolean) => void
  pin: (isOn: boolean) => void
  step: (by: -1 | 1) => void
  size: (width: number | undefined) => void
}) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id })
  const named = { column: label }
  return (
    <li
      ref={setNodeRef}
      className={css.line}
      data-dragged={isDragging}
      style={{
        transition,
        ...(transform && { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)` }),
      }}
    >
      <span ref={setActivatorNodeRef} className={css.handle} aria-hidden="true" {...listeners}>
        <HolderOutlined aria-hidden="true" />
      </span>
      {isName ? (
        <span className={css.fixed}>{label}</span>
      ) : (
        <span className={css.choice}>
          <Checkbox label={label} words={label} isOn={isShown} onToggle={show} />
          {isDropped ? <small>{translate('no room')}</small> : null}
        </span>
      )}
      <WidthInput label={translate('Width of {column}', named)} width={width} size={size} />
      <IconButton
        label={translate('Pin {column}', named)}
        icon={
          isPinned ? <PushpinFilled aria-hidden="true" /> : <PushpinOutlined aria-hidden="true" />
        }
        aria-pressed={isPinned}
        isOff={!isShown}
        onClick={() => pin(!isPinned)}
      />
      <IconButton
        label={translate('Move {column} up', named)}
        icon={<ArrowUpOutlined aria-hidden="true" />}
        isOff={isFirst}
        onClick={() => step(-1)}
      />
      <IconButton
        label={translate('Move {column} down', named)}
        icon={<ArrowDownOutlined aria-hidden="true" />}
        isOff={isLast}
        onClick={() => step(1)}
      />
    </li>
  )
}

/** A column's width in pixels, for those who do not drag its edge; empty for what it needs. */
function WidthInput({
  label,
  width,
  size,
}: {
  label: string
  width: number | undefined
  size: (width: number | undefined) => void
}) {
  const own = width === undefined ? '' : String(width)
  // What is being typed may not be a width yet.
  const [typed, setTyped] = useState<string>()
  return (
    <span className={css.width}>
      <NumberInput
        aria-label={label}
        limits={{ min: LEAST_WIDTH, max: MOST_WIDTH, step: 8 }}
        placeholder={translate('Auto')}
        text={typed ?? own}
        onText={(text) => {
          setTyped(text)
          const next = typedNumber(text)
          if (text === '') size(undefined)
          else if (next !== undefined && next >= LEAST_WIDTH && next <= MOST_WIDTH) size(next)
        }}
        onBlur={() => setTyped(undefined)}
      />
    </span>
  )
}
