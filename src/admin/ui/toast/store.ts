import { createStore } from '../create-store.ts'

export type Variant = 'default' | 'destructive'

/** The button of a toast. */
export interface ToastAction {
  label: string
  run: () => void
}

export interface ToastContent {
  title: string
  description?: string | undefined
  variant?: Variant
  action?: ToastAction | undefined
}

export interface Toast extends ToastContent {
  id: string
  variant: Variant
  /** When it was dismissed; undefined while it may be seen. */
  dismissedAt: number | undefined
}

/** Limits and times (ms) of the specification's toasts. */
export const TOAST_LIMIT = 20
export const TOAST_DURATION = 5000
export const REMOVE_DELAY = 1_000_000
export const SWIPE_THRESHOLD = 50

const toasts = createStore<readonly Toast[]>([])
let count = 0
let sweep: ReturnType<typeof setTimeout> | undefined

export const currentToasts = toasts.now
export const onToasts = toasts.watch

/** Shows a toast, replacing the current one. Returns its id for `dismiss` and `remove`. */
export function toast({ title, description, variant = 'default', action }: ToastContent): string {
  const id = String(++count)
  const now = Date.now()
  const fresh: Toast = { id, title, description, variant, action, dismissedAt: undefined }
  const older = currentToasts().map((one) => ({ ...one, dismissedAt: one.dismissedAt ?? now }))
  change([fresh, ...older].slice(0, TOAST_LIMIT))
  return id
}

/** Hides a toast, or all of them. The store removes it after REMOVE_DELAY. */
export function dismiss(id?: string): void {
  const now = Date.now()
  change(
    currentToasts().map((one) =>
      one.dismissedAt === undefined && (id ?? one.id) === one.id
        ? { ...one, dismissedAt: now }
        : one,
    ),
  )
}

/** Removes a toast, or all of them, at once. */
export function remove(id?: string): void {
  change(id === undefined ? [] : currentToasts().filter((one) => one.id !== id))
}

function change(next: readonly Toast[]): void {
  toasts.set(next)
  clearTimeout(sweep)
  const first = Math.min(...next.map(({ dismissedAt = Infinity }) => dismissedAt))
  if (first < Infinity) sweep = setTimeout(forgetOld, first + REMOVE_DELAY - Date.now())
}

function forgetOld(): void {
  const limit = Date.now() - REMOVE_DELAY
  change(currentToasts().filter(({ dismissedAt = Infinity }) => dismissedAt > limit))
}
