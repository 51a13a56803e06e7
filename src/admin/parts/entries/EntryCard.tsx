import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { useSortable } from '@dnd-kit/sortable'
import { memo, useCallback, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { IconButton } from '#admin/ui/IconButton.tsx'
import type { FieldErrors } from '#model/words.ts'
import css from './EntryCard.module.css'
import { EntryHead } from './EntryHead.tsx'
import type { EntryKind } from './kind.ts'
import type { Line } from './lines.ts'
import type { Entries } from './use-entries.ts'

interface Props {
  id: string
  line: Line
  index: number
  isLast: boolean
  kind: EntryKind
  entries: Entries
  errors: FieldErrors
}

/** One entry with its handle and its buttons. Drawn again only when it, its place or its errors change. */
export const EntryCard = memo(function EntryCard({
  id,
  line,
  index,
  isLast,
  kind,
  entries,
  errors,
}: Props) {
  const { key, entry } = line
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id: key })
  const [isOpen, setOpen] = useOpen(index === 0 || line.isNew || !kind.isFolding, errors)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  const edit = useCallback(
    (path: string, value: unknown) => entries.edit(key, path, value),
    [entries, key],
  )
  const spread = useCallback(
    (titles: readonly string[]) => entries.spread(key, titles),
    [entries, key],
  )

  const number = index + 1
  const own = translate('{entry} {number}', { entry: translate(kind.one), number })
  const name = kind.within ? `${kind.within}, ${own.toLowerCase()}` : own
  const { Body } = kind
  const summary = kind.isFolding ? kind.summary?.(entry) : undefined
  return (
    <li
      ref={setNodeRef}
      className={css.entry}
      data-dragged={isDragging}
      data-entry={key}
      style={{
        transition,
        ...(transform && { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)` }),
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: takes the focus, which a fieldset would not need to */}
      <div className={css.card} role="group" aria-label={name} tabIndex={-1} data-card="">
        <EntryHead
          id={id}
          own={own}
          summary={summary}
          isOpen={isOpen}
          toggle={() => setOpen(!isOpen)}
          handle={{ ref: setActivatorNodeRef, ...listeners }}
        >
          <Tool
            move="up"
            label={translate('Move {entry} up', { entry: name.toLowerCase() })}
            isOff={index === 0}
            onClick={() => entries.step(key, -1)}
          />
          <Tool
            move="down"
            label={translate('Move {entry} down', { entry: name.toLowerCase() })}
            isOff={isLast}
            onClick={() => entries.step(key, 1)}
          />
          <Tool
            label={translate('Remove {entry}', { entry: name.toLowerCase() })}
            isOff={false}
            onClick={() => entries.remove(key)}
          />
        </EntryHead>
        {summary ? (
          // Stands from the start: what appears inside a live region is announced.
          <div role="status">
            {summary.remark ? <p className={css.remark}>{summary.remark}</p> : null}
          </div>
        ) : null}
        <div className={css.body} id={`${id}_body`} hidden={!isOpen}>
          {wasOpen ? (
            <Body
              id={id}
              index={index}
              name={name}
              within={kind.within}
              entry={entry}
              errors={errors}
              edit={edit}
              spread={spread}
            />
          ) : null}
        </div>
      </div>
    </li>
  )
}, isSame)

/** Whether the body is open. Errors that come in open it, or nobody would see them. */
function useOpen(first: boolean, errors: FieldErrors) {
  const [isOpen, setOpen] = useState(first)
  const faultyPaths = Object.keys(errors).join(' ')
  const [before, setBefore] = useState('')
  if (faultyPaths !== before) {
    setBefore(faultyPaths)
    if (faultyPaths) setOpen(true)
  }
  return [isOpen, setOpen] as const
}

/** A button of the head. At an end it is off but keeps the focus, so that a keyboard does not lose its place. */
function Tool({
  move,
  label,
  isOff,
  onClick,
}: {
  move?: 'up' | 'down'
  label: string
  isOff: boolean
  onClick: () => void
}) {
  const Icon = move === 'up' ? ArrowUpOutlined : move ? ArrowDownOutlined : DeleteOutlined
  return (
    <IconButton
      label={label}
      icon={<Icon aria-hidden="true" />}
      isOff={isOff}
      onClick={onClick}
      {...(move && { 'data-move': move })}
    />
  )
}

function isSame(one: Props, other: Props): boolean {
  const { errors, ...rest } = one
  const keys = Object.keys(rest) as (keyof typeof rest)[]
  return (
    keys.every((key) => one[key] === other[key]) &&
    (errors === other.errors || JSON.stringify(errors) === JSON.stringify(other.errors))
  )
}
