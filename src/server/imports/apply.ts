import { plural } from '#model/plural.ts'
import { faultOf } from '#server/db/faults.ts'
import { rowsOf, run, sql } from '#server/db/sql.ts'
import type { ChangeBatches } from '#server/history/changes.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Noted } from '#server/security-log/security-log.ts'
import type { ImportOptions } from './imports.ts'
import type { StagedImport } from './stage.ts'
import { revalidate, type ValidationContext, validateRows } from './validate-rows.ts'

/** Imports that one server applies at once. */
const AT_ONCE = 2
const HOUR_MS = 3_600_000
/** Stops to validate after so many rows that no longer fit. */
const MOST_UNFIT = 500

/** Rows no longer fit what is stored. */
class UnfitError extends Error {
  override name = 'UnfitError'
  readonly lines: readonly number[]

  constructor(lines: readonly number[]) {
    super(`${lines.length} rows no longer fit.`)
    this.lines = lines
  }
}

/** The number of rows that are validated or written together. Hashing a password takes a while. */
export function batchRows({ columns }: StagedImport): number {
  return columns.some(({ field }) => /password/i.test(field ?? '')) ? 100 : 2000
}

/** Applies imports in the background, each as one change in one transaction. One that fails is planned again. */
export function createApplying(
  { store, stage, changes, security }: ImportOptions,
  logError: (error: unknown) => void,
) {
  const running = new Map<string, { over: AbortController; ended: Promise<void> }>()

  const apply = async (context: ValidationContext, one: StagedImport, signal: AbortSignal) => {
    const { author, resource } = context
    const { id: account, address = null, requestId: reqId } = author
    const count = one.counts.create + one.counts.update
    const facts = { account, address, reqId, what: resource.name, count }
    const noted: Noted = { event: 'imported', facts }
    const work = async (batches: ChangeBatches) => {
      await write(context, one, batches)
      await security.noteIn(batches.tx, [noted])
    }
    try {
      await changes.inBatches(author, work, { signal, deadlineMs: HOUR_MS })
      security.tell([noted])
    } catch (error) {
      if (error instanceof UnfitError) {
        // Shows the author why rows no longer fit.
        const now = await stage.get(one.id, one)
        if (now) await revalidate(context, now, error.lines)
      } else if (!(error instanceof Refusal || signal.aborted)) logError(error)
      await stage.release(one.id, signal.aborted ? STOPPED : problemOf(error), true)
    }
  }

  const write = async (
    context: ValidationContext,
    one: StagedImport,
    { tx, id: change, plan, write }: ChangeBatches,
  ): Promise<void> => {
    const { id } = one
    // The lock blocks only deletion and `release`.
    const lock = sql`select 1 from imports where id = ${id} and state = 'applying' for key share`
    if ((await rowsOf(tx, lock)).length === 0)
      throw new Error('This import is no longer to be applied.')
    const unfit: number[] = []
    let line = 0
    let done = 0
    while (unfit.length < MOST_UNFIT) {
      const rows = await stage.after(one, line, batchRows(one), tx)
      const last = rows.at(-1)
      if (!last) break
      line = last.line
      done += rows.length
      const planned = rows.filter(({ state }) => state === 'create' || state === 'update')
      const validated = await validateRows({ ...context, tx, plan }, one, planned)
      for (const { row, result } of validated)
        if (result.state !== row.state && result.state !== 'unchanged') unfit.push(row.line)
      if (unfit.length > 0) continue
      await write(validated.flatMap(({ outcome }) => outcome ?? []))
      // On another connection, so that others see it.
      await run(store.pool, sql`update imports set done = ${done} where id = ${id}`)
    }
    if (unfit.length > 0) throw new UnfitError(unfit)
    await run(
      tx,
      sql`update imports set state = 'applied', change_id = ${change}, done = rows, revision = revision + 1
        where id = ${id}`,
    )
    await run(tx, sql`delete from import_rows where import_id = ${id} and state <> 'refused'`)
  }

  return {
    isFull: () => running.size >= AT_ONCE,
    isRunning: (id: string) => running.has(id),

    start(context: ValidationContext, one: StagedImport): void {
      const over = new AbortController()
      const ended = apply(context, one, over.signal)
        .catch(logError)
        .finally(() => running.delete(one.id))
      running.set(one.id, { over, ended })
    },

    /** Aborts what is being applied: nothing of it is written. */
    async stop(): Promise<void> {
      const all = [...running.values()]
      for (const { over } of all) over.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

const STOPPED =
  'Nothing was imported: the server was stopped while it wrote. All is as it was; try again.'

function problemOf(error: unknown): string {
  if (error instanceof UnfitError) {
    const { length } = error.lines
    const rows = plural(length, 'One row does', `${length.toLocaleString('en')} rows do`)
    return `Nothing was imported. ${rows} not fit any more what others changed meanwhile: check them, and try again.`
  }
  if (error instanceof Refusal) return `Nothing was imported. ${error.message}`
  if (faultOf(error)?.kind === 'taken')
    return 'Nothing was imported. A value that has to be unique was taken by another change meanwhile. Try again.'
  return 'Nothing was imported: something failed on the server. All is as it was; try again.'
}
