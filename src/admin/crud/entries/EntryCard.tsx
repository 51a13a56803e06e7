import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  HolderOutlined,
  RightOutlined,
} from '@ant-design/icons'
import { useSortable } from '@dnd-kit/sortable'
import { memo, useCallback, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { IconButton } from '#admin/ui/IconButton.tsx'
import { type FieldErrors, lowered } from '#model/words.ts'
import { EntryBody } from './EntryBody.tsx'
import css from './EntryCard.module.css'
import type { Line } from './lines.ts'
import { noteOf, type Place, placeName, remarksOf, titleOf } from './names.ts'
import type { Nesting, Shared } from './props.ts'
import type { Entries } from './use-entries.ts'

interface Props extends Shared, Nesting, Place {
  id: string
  line: Line
  isLast: boolean
  entries: Entries
  errors: FieldErrors
}

/** One entry with its handle and its buttons. Drawn again only when it, its place or its errors change. */
export const EntryCard = memo(function EntryCard(props: Props) {
  const { id, line, index, isLast, list, entries, errors } = props
  const { key, entry, isNew } = line
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id: key })
  const [isOpen, setOpen] = useOpen(index === 0 || isNew || !list.folds, errors)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  const edit = useCallback(
    (path: string, value: unknown) => entries.edit(key, path, value),
    [entries, key],
  )

  const own = placeName(list, { index, within: undefined })
  const name = placeName(list, props)
  const named = { entry: lowered(name) }
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
        <div className={css.head}>
          <span
            ref={setActivatorNodeRef}
            className={css.handle}
            aria-hidden="true"
            onPointerDownCapture={leaveField}
            {...listeners}
          >
            <HolderOutlined />
          </span>
          {list.folds ? (
            <button
              type="button"
              className={css.fold}
              aria-expanded={isOpen}
              aria-controls={`${id}_body`}
              onClick={() => setOpen(!isOpen)}
            >
              <RightOutlined aria-hidden="true" />
              <span className={css.summary}>
                <span className={css.name}>{own}</span>
                <bdi>{titleOf(list, entry)}</bdi>
              </span>
              <span className={css.note}>{noteOf(list, entry)}</span>
            </button>
          ) : (
            <span className={css.name}>{own}</span>
          )}
          {/* At an end a button is off but keeps the focus, so that a keyboard does not lose its place. */}
          <span className={css.tools}>
            <IconButton
              data-move="up"
              label={translate('Move {entry} up', named)}
              icon={<ArrowUpOutlined aria-hidden="true" />}
              isOff={index === 0}
              onClick={() => entries.step(key, -1)}
            />
            <IconButton
              data-move="down"
              label={translate('Move {entry} down', named)}
              icon={<ArrowDownOutlined aria-hidden="true" />}
              isOff={isLast}
              onClick={() => entries.step(key, 1)}
            />
            <IconButton
              label={translate('Remove {entry}', named)}
              icon={<DeleteOutlined aria-hidden="true" />}
              onClick={() => entries.remove(key)}
            />
          </span>
        </div>
        {list.folds ? (
          // Stands from the start: what appears inside a live region is announced.
          <div role="status">
            {remarksOf(list, entry).map((remark) => (
              <p key={remark} className={css.remark}>
                {remark}
              </p>
            ))}
          </div>
        ) : null}
        <div className={css.body} id={`${id}_body`} hidden={!isOpen}>
          {wasOpen ? (
            <EntryBody
              {...props}
              entry={entry}
              edit={edit}
              room={() => entries.room(key)}
              spread={(titles) => entries.spread(key, titles)}
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

/**
 * A field that kept the focus under a finger would be scrolled to: dragging takes away what is selected, and the
 * browser shows the field that this happens to.
 */
function leaveField({ currentTarget }: { currentTarget: Element }) {
  currentTarget.closest<HTMLElement>('[data-card]')?.focus({ preventScroll: true })
}

function isSame(one: Props, other: Props): boolean {
  const { errors, ...rest } = one
  const keys = Object.keys(rest) as (keyof typeof rest)[]
  return (
    keys.every((key) => one[key] === other[key]) &&
    (errors === other.errors || JSON.stringify(errors) === JSON.stringify(other.errors))
  )
}
