import { useSortable } from '@dnd-kit/sortable'
import { memo, useCallback } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { FieldErrors } from '#model/words.ts'
import { EntryBody } from './EntryBody.tsx'
import css from './EntryCard.module.css'
import { EntryLine } from './EntryLine.tsx'
import type { Line } from './lines.ts'
import { type Place, placeName, remarksOf } from './names.ts'
import type { Nesting, Shared } from './props.ts'
import type { Entries } from './use-entries.ts'

interface Props extends Shared, Nesting, Place {
  id: string
  line: Line
  isLast: boolean
  /** There is room for no more of them. */
  isFull: boolean
  isOpen: boolean
  /** Somebody else saved it, too. */
  isClashing: boolean
  entries: Entries
  toggle: (key: string, line: Element) => void
  errors: FieldErrors
}

/** One entry: its line, and its fields while it is open. Drawn again only when it, its place or its errors change. */
export const EntryCard = memo(function EntryCard(props: Props) {
  const { id, line, index, isLast, isFull, isOpen, isClashing, list, entries, toggle, errors } =
    props
  const { key, entry } = line
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id: key })
  const edit = useCallback(
    (path: string, value: unknown) => entries.edit(key, path, value),
    [entries, key],
  )
  return (
    <li
      ref={setNodeRef}
      className={css.entry}
      data-dragged={isDragging}
      data-open={isOpen}
      data-entry={key}
      style={{
        transition,
        ...(transform && { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)` }),
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: takes the focus, which a fieldset would not need to */}
      <div
        className={css.card}
        role="group"
        aria-label={placeName(list, props)}
        tabIndex={-1}
        data-card=""
      >
        <EntryLine
          {...{ id, line, index, isLast, isFull, isOpen, list, entries, toggle }}
          within={props.within}
          faults={list.folds && !isOpen ? Object.keys(errors).length : 0}
          handle={{ setActivatorNodeRef, listeners }}
        />
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
        {isClashing ? (
          <p className={css.remark}>{translate('Changed by somebody else, too.')}</p>
        ) : null}
        <div className={css.body} id={`${id}_body`} hidden={!isOpen} data-arrives="">
          {isOpen ? (
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

function isSame(one: Props, other: Props): boolean {
  const { errors, ...rest } = one
  const keys = Object.keys(rest) as (keyof typeof rest)[]
  return (
    keys.every((key) => one[key] === other[key]) &&
    (errors === other.errors || JSON.stringify(errors) === JSON.stringify(other.errors))
  )
}
