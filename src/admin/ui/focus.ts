import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

// The console's ways of the focus: what appears takes it, what vanishes leaves it to a neighbour, what moves
// keeps it, and what opened a dialog gets it back. antd's dialogs see to the last where a press opened them.

/** As a ref: takes the focus as it appears. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

/** What had the focus last, and where it stood in the list: the how manieth control of which row. */
interface Place {
  element: Node
  row: number
  control: number
}

const ROWS = '[data-row]'
const CONTROLS = 'button, a, input'

/**
 * Keeps the focus from falling off the page when what had it vanishes from `area`. In a list the same control of
 * the row that took its place takes it, or of the last row; where there is none (a deleted only row, a Retry that
 * worked) what the selector `fallback` finds in the area. While the list is on its way it is waited for.
 */
export function useKeptFocus(
  area: RefObject<HTMLElement | null>,
  { isPending = false, fallback = 'h1' } = {},
): void {
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
    ;(next ?? area.current?.querySelector<HTMLElement>(fallback))?.focus({ preventScroll: true })
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

/** Gives a function to call before the order changes: what has the focus now has it afterwards, too. */
export function useHeldFocus(): () => void {
  const held = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const element = held.current
    held.current = null
    if (element instanceof HTMLElement && element !== document.activeElement)
      element.focus({ preventScroll: true })
  })
  return useCallback(() => {
    held.current = document.activeElement
  }, [])
}

/**
 * Remembers what had the focus last before a dialog opened; gives a function that hands it back, if nothing
 * else has it by then. A dialog that comes from no press, like the one that Back opens, cannot know by itself.
 */
export function useReturnedFocus(isOpen: boolean): () => void {
  const last = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpen) return
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target
    }
    addEventListener('focusin', note)
    return () => removeEventListener('focusin', note)
  }, [isOpen])
  return useCallback(() => {
    if (document.activeElement === document.body) last.current?.focus({ preventScroll: true })
  }, [])
}

/**
 * Hands the focus back when a dialog is gone that Back has closed: it could not do so itself. Where an address opened
 * it, the page's title gets the focus.
 */
export function useFocusAfter(isOpen: boolean): void {
  const giveBack = useReturnedFocus(isOpen)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!isOpen) giveBack()
    if (!isOpen && wasOpen.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1')?.focus()
    wasOpen.current = isOpen
  }, [isOpen, giveBack])
}

/** Whether a click in a row was on a control or a menu of its own, which does its own work only. */
export function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, label, [role=menu]') !== null
}
