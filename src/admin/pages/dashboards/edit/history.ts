/** Steps that can be undone and redone. `key` names what the last step changed, while it may go on. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  key: string | undefined
}

/** Enough for an evening; a draft is small. */
const MOST_STEPS = 200

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], key: undefined }
}

/**
 * A new step. Steps with the same key that follow each other are one: a word that is typed is undone as a
 * whole. The same value is no step.
 */
export function stepTo<T>(history: History<T>, next: T, key?: string): History<T> {
  if (next === history.present) return history
  const isSameStep = key !== undefined && key === history.key
  const past = isSameStep ? history.past : [...history.past, history.present].slice(-MOST_STEPS)
  return { past, present: next, future: [], key }
}

export function undone<T>({ past, present, future }: History<T>): History<T> | undefined {
  if (past.length === 0) return undefined
  return {
    past: past.slice(0, -1),
    present: past[past.length - 1] as T,
    future: [present, ...future],
    key: undefined,
  }
}

export function redone<T>({ past, present, future }: History<T>): History<T> | undefined {
  if (future.length === 0) return undefined
  return {
    past: [...past, present],
    present: future[0] as T,
    future: future.slice(1),
    key: undefined,
  }
}
