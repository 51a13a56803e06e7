import { createContext, type RefObject } from 'react'

/** The page that is shown; see pages/pages.ts. */
export const PageContext = createContext<{
  to: string
  title: string
  subtitle?: string | undefined
}>({ to: '', title: '' })

type Arrival = RefObject<{ to: string; isFocused: boolean } | undefined>

/** The page at which the visitor has arrived last, and whether its heading took the focus then. */
export const ArrivalContext = createContext<Arrival>({ current: undefined })

/**
 * Moves the focus to the heading of a page that was changed to, so that everyone knows of it. Of the first page
 * the browser has put it where it belongs. The heading of a page that was loading gives way to the page's own.
 */
export function arrive(heading: HTMLElement | null, to: string, arrival: Arrival): void {
  const last = arrival.current
  const isNew = last !== undefined && last.to !== to
  if (last?.to !== to) arrival.current = { to, isFocused: isNew }
  const isLost = last?.to === to && last.isFocused && document.activeElement === document.body
  if (!(isNew || isLost)) return
  heading?.focus({ preventScroll: true })
  if (isNew) window.scrollTo(0, 0)
}
