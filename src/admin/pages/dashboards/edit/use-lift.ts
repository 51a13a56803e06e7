import { type KeyboardEvent, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { alongReading } from '#admin/ui/direction.ts'
import type { WidgetRecord } from '#contract/insight/dashboards.ts'
import { type Direction, moved, reordered, resized } from '../layout/arrange.ts'
import { titleOf } from '../widget-types.ts'

type Widgets = readonly WidgetRecord[]

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

export type Lift = ReturnType<typeof useLift>

/**
 * Moving and resizing without dragging: Enter lifts, arrows move, Shift and arrows resize, Enter drops, Escape
 * puts it back. Every step is said.
 */
export function useLift(
  stored: Widgets,
  { isList, hasSizes }: Shape,
  commit: (widgets: Widgets) => void,
  announce: (text: string) => void,
) {
  const [carried, setCarried] = useState<{ id: string; widgets: Widgets }>()
  const widgets = carried?.widgets ?? stored
  const say = (text: string, id: string) => {
    const name = titleOf(widgets.find((one) => one.id === id) ?? { title: '', type: id })
    announce(translate(text, { name }))
  }

  /** In one column there is only earlier and later, and in a list no size. */
  const stepFrom = (from: Widgets, id: string, direction: Direction, isResize: boolean) => {
    if (isResize) return hasSizes ? resized(from, id, direction) : from
    if (!isList) return moved(from, id, direction)
    return reordered(from, id, direction === 'up' || direction === 'left' ? -1 : 1)
  }

  /** Gives the widgets after the step, undefined at the edge; says either. */
  const stepped = (id: string, direction: Direction, isResize: boolean) => {
    const next = stepFrom(widgets, id, direction, isResize)
    if (next !== widgets) {
      announce(placeInWords(next, id, isResize ? 'resized' : isList ? 'reordered' : 'moved'))
      return next
    }
    say(isResize ? '{name} cannot be resized further' : '{name} cannot go further', id)
    return undefined
  }

  const drop = () => {
    if (!carried) return
    setCarried(undefined)
    commit(carried.widgets)
    say('{name} dropped', carried.id)
  }

  return {
    /** The widget that the arrow keys carry. */
    id: carried?.id,
    /** Where everything stands while it is carried. */
    widgets,
    /** Enter or Space on a handle: lifts the widget, or drops it. */
    toggle(id: string) {
      drop()
      if (carried?.id === id) return
      setCarried({ id, widgets: stored })
      say(
        hasSizes
          ? '{name} lifted. Move it with the arrow keys, resize it with Shift and the arrow keys, Enter drops it, Escape puts it back.'
          : '{name} lifted. Move it with the arrow keys, Enter drops it, Escape puts it back.',
        id,
      )
    },
    /** Arrow keys and Escape on the handle of the lifted widget. */
    onKey(event: KeyboardEvent, id: string) {
      if (carried?.id !== id) return
      const direction = ARROWS[alongReading(event.key)]
      if (event.key === 'Escape') {
        setCarried(undefined)
        say('{name} put back', id)
      } else if (direction) {
        const next = stepped(id, direction, event.shiftKey)
        if (next) setCarried({ id, widgets: next })
      } else return
      event.preventDefault()
      event.stopPropagation()
    },
    /** The focus went elsewhere: it stays where it is by now. */
    drop,
    /** One step by a button, without lifting. */
    step(id: string, direction: Direction, isResize: boolean) {
      const next = stepped(id, direction, isResize)
      if (next) commit(next)
    },
  }
}

/** Where a widget stands now, or how large it is, in words for the live region. */
export function placeInWords(
  widgets: Widgets,
  id: string,
  what: 'moved' | 'reordered' | 'resized',
): string {
  const at = widgets.findIndex((one) => one.id === id)
  const widget = widgets[at]
  if (!widget) return ''
  const { size, position } = widget
  const texts = {
    moved: '{name} moved to column {column}, row {row}',
    reordered: '{name} moved to place {place} of {count}',
    resized: '{name} is {width} wide and {height} high',
  }
  return translate(texts[what], {
    ...size,
    name: titleOf(widget),
    column: position.x + 1,
    row: position.y + 1,
    place: at + 1,
    count: widgets.length,
  })
}
