import { type RefObject, useEffect, useRef } from 'react'

/** What had the focus last, and where it stood in the list: the how manieth control of which row. */
interface Place {
  element: Node
  row: number
  control: number
}

const ROWS = '[data-row]'
const CONTROLS = 'button, a'

/**
 * Keeps the focus from falling off the page when what had it vanishes from `area`. In a list the same control of
 * the row that took its place takes it, or of the last row; the area's title where there is none (a deleted only
 * row, a Retry that worked). While the list is on its way it is waited for.
 */
export function useKeptFocus(area: RefObject<HTMLElement | null>, isPending = false): void {
  const last = useRef<Place | undefined>(undefined)

  useEffect(() => {
    const element = area.current
    const note = ({ target }: Event) => {
      if (element && target instanceof Element) last.current = placeOf(element, target)
    }
    element?.addEventListener('focusin', note)
    return () => element?.removeEventListener('focusin', note)
  }, [area])

  // After each render, for any may have taken the element away.
  useEffect(() => {
    const place = last.current
    if (isPending || !place || place.element.isConnected) return
    if (document.activeElement !== document.body) return
    last.current = undefined
    const row = rowsIn(area.current)
      .slice(0, place.row + 1)
      .at(-1)
    const controls = [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])]
    const next = controls.slice(0, place.control + 1).at(-1)
    ;(next ?? area.current?.querySelector('h1'))?.focus()
  })
}

function placeOf(area: Element, element: Element): Place {
  const row = element.closest(ROWS)
  return {
    element,
    row: row ? rowsIn(area).indexOf(row) : -1,
    control: row ? [...row.querySelectorAll(CONTROLS)].indexOf(element as HTMLElement) : -1,
  }
}

function rowsIn(area: Element | null): Element[] {
  return [...(area?.querySelectorAll(ROWS) ?? [])]
}
