/** A value that is watched: each listener is called at every change, until the function that `watch` gives is called. */
export function watched<T>(first: T) {
  let value = first
  const listeners = new Set<() => void>()
  return {
    now: (): T => value,
    set(next: T): void {
      value = next
      for (const listener of listeners) listener()
    },
    watch(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
