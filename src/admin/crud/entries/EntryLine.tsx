import { HolderOutlined, RightOutlined } from '@ant-design/icons'
import type { useSortable } from '@dnd-kit/sortable'
import type { KeyboardEvent } from 'react'
import { withinSentence } from '#admin/format/language.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import css from './EntryLine.module.css'
import type { Line } from './lines.ts'
import { noteOf, type Place, placeName, titleField, titleOf } from './names.ts'
import type { Shared } from './props.ts'
import type { Entries } from './use-entries.ts'

interface Props extends Pick<Shared, 'list'>, Place {
  /** Where errors below the entry lead when it is folded. */
  id: string
  line: Line
  isLast: boolean
  isFull: boolean
  isOpen: boolean
  /** How many things in it are wrong. */
  faults: number
  entries: Entries
  toggle: (key: string, line: Element) => void
  handle: Pick<ReturnType<typeof useSortable>, 'setActivatorNodeRef' | 'listeners'>
}

/** The one line of an entry: its handle, its number and title, what is wrong in it, and what can be done with it. */
export function EntryLine(props: Props) {
  const { id, line, index, isLast, isFull, isOpen, list, faults, entries, toggle, handle } = props
  const { key, entry } = line
  const own = placeName(list, { index, within: undefined })
  const title = titleOf(list, entry)
  return (
    <div className={css.line}>
      <span
        ref={handle.setActivatorNodeRef}
        className={css.handle}
        aria-hidden="true"
        onPointerDownCapture={leaveField}
        {...handle.listeners}
      >
        <HolderOutlined aria-hidden="true" />
      </span>
      {list.folds ? (
        <button
          id={id}
          type="button"
          className={css.fold}
          data-fold=""
          aria-expanded={isOpen}
          aria-controls={`${id}_body`}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={({ currentTarget }) => toggle(key, currentTarget)}
          onKeyDown={(event) => walk(event, (by) => entries.step(key, by))}
        >
          <RightOutlined aria-hidden="true" />
          <span className={css.name}>{own}</span>
          {title || !titleField(list) ? (
            <bdi className={css.title}>{title}</bdi>
          ) : (
            <em className={css.title}>{translate('Without a title')}</em>
          )}
          {faults > 0 ? (
            <span className={css.wrong} data-tint="red">
              {counted(faults, '{count} to check', '{count} to check')}
            </span>
          ) : isOpen ? null : (
            <bdi className={css.note}>{noteOf(list, entry)}</bdi>
          )}
        </button>
      ) : (
        <span className={css.name}>{own}</span>
      )}
      <span className={css.tools} data-more="">
        <MoreMenu
          label={translate('More for {entry}', { entry: withinSentence(placeName(list, props)) })}
          // The arrows lead to it from the line: lists may be long.
          isSkipped={list.folds && !isOpen}
          items={[
            {
              key: 'up',
              label: translate('Move up'),
              keys: 'Alt ↑',
              isOff: index === 0,
              choose: () => entries.step(key, -1, 'menu'),
            },
            {
              key: 'down',
              label: translate('Move down'),
              keys: 'Alt ↓',
              isOff: isLast,
              choose: () => entries.step(key, 1, 'menu'),
            },
            {
              key: 'duplicate',
              label: translate('Duplicate'),
              isOff: isFull,
              choose: () => entries.duplicate(key),
            },
            {
              key: 'remove',
              label: translate('Remove'),
              isDangerous: true,
              choose: () => entries.remove(key),
            },
          ]}
        />
      </span>
    </div>
  )
}

/** From line to line by the arrows, to the menu and back by those to the sides; with Alt the entry itself moves. */
function walk(event: KeyboardEvent<HTMLElement>, step: (by: -1 | 1) => void) {
  const { key, altKey, currentTarget } = event
  const by = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined
  const entry = currentTarget.closest('[data-entry]')
  if (altKey && by) step(by)
  else if (by) lineBeside(entry, by)?.focus()
  else if (key === 'ArrowRight' || key === 'ArrowLeft')
    entry?.querySelector<HTMLElement>('[data-more] > button')?.focus()
  else return
  event.preventDefault()
}

function lineBeside(entry: Element | null, by: -1 | 1): HTMLElement | null {
  const beside = by < 0 ? entry?.previousElementSibling : entry?.nextElementSibling
  if (!beside) return null
  return beside.querySelector<HTMLElement>('[data-fold], button') ?? lineBeside(beside, by)
}

/**
 * A field that kept the focus under a finger would be scrolled to: dragging takes away what is selected, and the
 * browser shows the field that this happens to.
 */
function leaveField({ currentTarget }: { currentTarget: Element }) {
  currentTarget.closest<HTMLElement>('[data-card]')?.focus({ preventScroll: true })
}
