/** A value with listeners, which are called at every change. `watch` returns the function that removes a listener. */
export function createStore<T>(first: T) {
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
