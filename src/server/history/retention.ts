import { IMPORT_HOURS } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import type { Store } from '#server/db/store.ts'
import type { Erasing } from './erasing.ts'
import { createRetention as createRows } from './retention-rows.ts'

/** For how many days what is kept; undefined for ever. */
export interface Days {
  trash: number
  history: number | undefined
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** So much of each is done in one transaction: whoever writes there meanwhile waits for a moment only. */
const RECORDS = 100
const ROWS = 500
const FILES = 1

/**
 * Makes the work that erases what has been kept for long enough (decision 028): what the public sent and was
 * deleted, what a repeated write would be answered, files that nobody imported, and, where it is asked for, the
 * history. Each call does a bounded part of it, of several servers one at a time, and gives whether more is left.
 */
export function createRetention(
  store: Store,
  registry: readonly Resource[],
  erasing: Erasing,
  days: Days,
): (signal?: AbortSignal) => Promise<boolean> {
  const rows = createRows(store.pool)
  const fromPublic = registry.filter(({ isFromPublic }) => isFromPublic)
  const readBefore = () => new Date(Date.now() - IMPORT_HOURS * HOUR_MS)
  const ago = (count: number) => new Date(Date.now() - count * DAY_MS)

  const parts: (() => Promise<boolean>)[] = [
    ...fromPublic.map(({ name }) => async () => {
      const done = await rows.alone((tx) => erasing.old(tx, name, ago(days.trash), RECORDS))
      if (done) store.records(name).forget()
      return done === RECORDS
    }),
    async () => (await rows.alone((tx) => rows.forgetAnswers(tx, ago(days.trash), ROWS))) === ROWS,
    async () => (await rows.alone((tx) => rows.forgetImports(tx, readBefore(), FILES))) === FILES,
  ]
  const { history } = days
  if (history !== undefined)
    parts.push(
      async () => (await rows.alone((tx) => rows.forgetHistory(tx, ago(history), ROWS))) === ROWS,
    )

  return async (signal) => {
    let isMore = false
    for (const part of parts) {
      if (signal?.aborted) return false
      if (await part()) isMore = true
    }
    return isMore
  }
}
