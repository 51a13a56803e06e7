import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  HolderOutlined,
  PushpinFilled,
  PushpinOutlined,
} from '@ant-design/icons'
import { useSortable } from '@dnd-kit/sortable'
import { translate } from '#admin/format/translate.ts'
import { Checkbox } from '#admin/ui/Checkbox.tsx'
import { IconButton } from '#admin/ui/IconButton.tsx'
import css from './ColumnLine.module.css'

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
  show,
  pin,
  step,
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
  show: (isOn: boolean) => void
  pin: (isOn: boolean) => void
  step: (by: -1 | 1) => void
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
        <HolderOutlined />
      </span>
      {isName ? (
        <span className={css.fixed}>{label}</span>
      ) : (
        <span className={css.choice}>
          <Checkbox label={label} words={label} isOn={isShown} onToggle={show} />
          {isDropped ? <small>{translate('no room')}</small> : null}
        </span>
      )}
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
