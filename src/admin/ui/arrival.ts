import { createContext, type RefObject, useEffect, useSyncExternalStore } from 'react'
import { watched } from './watched.ts'

/** The page that is shown; see pages/pages.ts. */
export const PageContext = createContext<{
  to: string
  title: string
  subtitle?: string | undefined
  /** What it shows is not known by its name yet, or is gone. */
  isUnnamed?: boolean
}>({ to: '', title: '' })

/** What is shown now, by its name: a page of the console, or what stands below one. */
interface Shown {
  to: string
  title: string
  isNamed: boolean
}

const NOTHING: Shown = { to: '', title: '', isNamed: false }
const shown = watched<readonly Shown[]>([])
export const useShownPage = (): Shown =>
  useSyncExternalStore(shown.watch, shown.now).at(-1) ?? NOTHING

/** Says what is shown, the latest counts: to the breadcrumb, and to what remembers where one has been. */
export function useShown(to: string, title: string, isNamed = true): void {
  useEffect(() => {
    const one = { to, title, isNamed }
    shown.set([...shown.now(), one])
    return () => shown.set(shown.now().filter((other) => other !== one))
  }, [to, title, isNamed])
}

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
