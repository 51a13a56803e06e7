import { createContext, useEffect, useSyncExternalStore } from 'react'
import { createStore } from './create-store.ts'

interface Shown {
  to: string
  title: string
}

/** The current page; see pages/pages.ts. */
export const PageContext = createContext<Shown & { subtitle?: string | undefined }>({
  to: '',
  title: '',
})

const shown = createStore<readonly Shown[]>([])

/** Returns the current page for the breadcrumb: a page of the console, or a record below one. */
export const useShownPage = () => useSyncExternalStore(shown.watch, shown.now).at(-1)

/** Registers the current page. The latest registration wins. */
export function useShown(to: string, title: string): void {
  useEffect(() => {
    const one = { to, title }
    shown.set([...shown.now(), one])
    return () => shown.set(shown.now().filter((other) => other !== one))
  }, [to, title])
}

/** The page that was shown last, and whether its heading took the focus. The browser focuses the first page itself. */
let last: { to: string; isFocused: boolean } | undefined

/** The heading of the first page after a sign-in takes the focus, too. */
export function noteSignIn(): void {
  last = { to: '', isFocused: false }
}

/**
 * Moves the focus to the heading after a change of page, so that a screen reader reads it. The heading of the
 * skeleton is replaced by the page's own.
 */
export function arrive(heading: HTMLElement | null, to: string): void {
  const isNew = last !== undefined && last.to !== to
  const isLost = last?.to === to && last.isFocused && document.activeElement === document.body
  if (last?.to !== to) last = { to, isFocused: isNew }
  if (isNew || isLost) heading?.focus({ preventScroll: true })
  if (isNew) window.scrollTo(0, 0)
}
