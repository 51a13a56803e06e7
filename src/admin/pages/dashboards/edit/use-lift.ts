import { type KeyboardEvent, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import { type Direction, moved, reordered, resized } from '../layout/move.ts'
import { placeInWords } from '../layout/place-in-words.ts'
import { titleOf } from '../widget-types.ts'

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

export interface Shape {
  /** One column: the list layout, or any on a phone. */
  isList: boolean
  hasSizes: boolean
}

export interface Lift {
  /** The widget that the arrow keys carry. */
  id: string | undefined
  /** Where everything stands while it is carried. */
  widgets: readonly WidgetRecord[]
  /** Enter or Space on a handle: lifts the widget, or drops it. */
  toggle: (id: string) => void
  /** Arrow keys and Escape on the handle of the lifted widget. */
  onKey: (event: KeyboardEvent, id: string) => void
  /** The focus went elsewhere: it stays where it is by now. */
  drop: () => void
  /** One step by a button, without lifting. */
  step: (id: string, direction: Direction, isResize: boolean) => void
}

/**
 * Moving and resizing without dragging: Enter lifts, arrows move, Shift and arrows resize, Enter drops, Escape
 * puts it back. Every step is said. One carry is one step of the history.
 */
export function useLift(
  stored: readonly WidgetRecord[],
  { isList, hasSizes }: Shape,
  commit: (widgets: readonly WidgetRecord[]) => void,
  announce: (text: string) => void,
): Lift {
  const [carried, setCarried] = useState<{ id: string; widgets: readonly WidgetRecord[] }>()
  const widgets = carried?.widgets ?? stored
  const nameOf = (id: string) =>
    titleOf(widgets.find((one) => one.id === id) ?? { title: '', type: id })

  /** In one column there is only earlier and later, and in a list no size. */
  const stepFrom = (from: typeof stored, id: string, direction: Direction, isResize: boolean) => {
    if (isResize) return hasSizes ? resized(from, id, direction) : from
    if (!isList) return moved(from, id, direction)
    return reordered(from, id, direction === 'up' || direction === 'left' ? -1 : 1)
  }

  /** Gives the widgets after the step, undefined at the edge; says either. */
  const stepped = (id: string, direction: Direction, isResize: boolean) => {
    const next = stepFrom(widgets, id, direction, isResize)
    announce(
      next === widgets
        ? translate(isResize ? '{name} cannot be resized further' : '{name} cannot go further', {
            name: nameOf(id),
          })
        : placeInWords(next, id, isResize ? 'resized' : isList ? 'reordered' : 'moved'),
    )
    return next === widgets ? undefined : next
  }

  return {
    id: carried?.id,
    widgets,
    toggle(id) {
      if (carried) {
        setCarried(undefined)
        commit(carried.widgets)
        announce(translate('{name} dropped', { name: nameOf(carried.id) }))
        if (carried.id === id) return
      }
      setCarried({ id, widgets: stored })
      announce(
        translate(
          !hasSizes
            ? '{name} lifted. Move it with the arrow keys, Enter drops it, Escape puts it back.'
            : '{name} lifted. Move it with the arrow keys, resize it with Shift and the arrow keys, Enter drops it, Escape puts it back.',
          { name: nameOf(id) },
        ),
      )
    },
    onKey(event, id) {
      if (carried?.id !== id) return
      const direction = ARROWS[event.key]
      if (event.key === 'Escape') {
        setCarried(undefined)
        announce(translate('{name} put back', { name: nameOf(id) }))
      } else if (direction) {
        const next = stepped(id, direction, event.shiftKey)
        if (next) setCarried({ id, widgets: next })
      } else return
      event.preventDefault()
      event.stopPropagation()
    },
    drop() {
      if (!carried) return
      setCarried(undefined)
      commit(carried.widgets)
      announce(translate('{name} dropped', { name: nameOf(carried.id) }))
    },
    step(id, direction, isResize) {
      const next = stepped(id, direction, isResize)
      if (next) commit(next)
    },
  }
}
