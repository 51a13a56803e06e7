export type Variant = 'default' | 'destructive'

export interface ToastContent {
  title: string
  description?: string
  variant?: Variant
}

export interface Toast extends Required<Pick<ToastContent, 'title' | 'variant'>> {
  id: string
  description: string | undefined
  /** When it was dismissed; undefined while it may be seen. */
  dismissedAt: number | undefined
}

/** TOAST-01's numbers. */
export const TOAST_LIMIT = 20
export const TOAST_DURATION = 5000
export const REMOVE_DELAY = 1_000_000
export const SWIPE_THRESHOLD = 50

let toasts: readonly Toast[] = []
let count = 0
let sweep: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export const currentToasts = (): readonly Toast[] => toasts

/** Calls the listener at every change, until the function it gives is called. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a toast in place of the one that stands there; gives its id for `dismiss` and `remove`. */
export function toast({ title, description, variant = 'default' }: ToastContent): string {
  const id = String(++count)
  const now = Date.now()
  const fresh: Toast = { id, title, description, variant, dismissedAt: undefined }
  const older = toasts.map((one) => ({ ...one, dismissedAt: one.dismissedAt ?? now }))
  change([fresh, ...older].slice(0, TOAST_LIMIT))
  return id
}

/** Takes a toast, or all of them, off the screen; the store forgets it after REMOVE_DELAY. */
export function dismiss(id?: string): void {
  const now = Date.now()
  change(
    toasts.map((one) =>
      id === undefined || one.id === id ? { ...one, dismissedAt: one.dismissedAt ?? now } : one,
    ),
  )
}

/** Forgets a toast, or all of them, at once. */
export function remove(id?: string): void {
  change(id === undefined ? [] : toasts.filter((one) => one.id !== id))
}

function change(next: readonly Toast[]): void {
  toasts = next
  schedule()
  for (const listener of listeners) listener()
}

/** One timer for them all, set to the oldest dismissal: a burst of toasts leaves no burst of timers. */
function schedule(): void {
  clearTimeout(sweep)
  const times = toasts.flatMap(({ dismissedAt }) => dismissedAt ?? [])
  if (times.length === 0) return
  sweep = setTimeout(
    () => {
      const limit = Date.now() - REMOVE_DELAY
      change(toasts.filter(({ dismissedAt = Number.POSITIVE_INFINITY }) => dismissedAt > limit))
    },
    Math.min(...times) + REMOVE_DELAY - Date.now(),
  )
}
