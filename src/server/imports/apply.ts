import type { Resource } from '#model/resource.ts'
import { faultOf } from '#server/db/faults.ts'
import type { ChangeBatches } from '#server/history/changes.ts'
import type { Author } from '#server/history/write.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Noted, SecurityFacts } from '#server/security-log/security-log.ts'
import type { ImportOptions } from './imports.ts'
import type { StagedImport } from './stage.ts'
import { revalidate, type ValidationContext, validateRows } from './validate-rows.ts'

/** The most imports that one server applies at once. */
const AT_ONCE = 2
/** Rows that are validated and written together. Hashing a new password takes a while. */
const ROWS = 2000
const ROWS_WITH_PASSWORDS = 100
const HOUR_MS = 3_600_000
/** After so many rows that no longer fit the others are not looked at. */
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

/** The number of rows that are validated or written together. */
export function batchOf({ columns }: StagedImport): number {
  const hasPasswords = columns.some(({ field }) => /password/i.test(field ?? ''))
  return hasPasswords ? ROWS_WITH_PASSWORDS : ROWS
}

/**
 * Applies imports in the background of this server: in one transaction, as one change, batch by batch. When it fails
 * nothing is written, and the import is planned again.
 */
export function createApplying({ stage, changes, security, tell }: ImportOptions) {
  const running = new Map<string, { over: AbortController; ended: Promise<void> }>()

  const apply = async (
    context: ValidationContext,
    one: StagedImport,
    signal: AbortSignal,
  ): Promise<void> => {
    const { author, resource } = context
    try {
      const noted: Noted = { event: 'imported', facts: factsOf(resource, one, author) }
      const work = async (batches: ChangeBatches) => {
        await write(context, one, batches)
        await security.noteIn(batches.tx, [noted])
      }
      await changes.inBatches(author, work, { signal, deadlineMs: HOUR_MS })
      security.tell([noted])
    } catch (error) {
      const isStopped = signal.aborted
      // Its author sees why rows no longer fit.
      if (error instanceof UnfitError) {
        const now = await stage.get(one.id, one)
        if (now) await revalidate(context, now, error.lines)
      } else if (!(error instanceof Refusal || isStopped)) tell(error)
      await stage.free(one.id, isStopped ? STOPPED : problemOf(error), true)
    }
  }

  const write = async (
    context: ValidationContext,
    one: StagedImport,
    { tx, id, plan: rehearse, write }: ChangeBatches,
  ): Promise<void> => {
    if (!(await stage.hold(tx, one.id))) throw new Error('This import is no longer to be applied.')
    const locked = { ...context, tx, rehearse }
    const unfit: number[] = []
    let line = 0
    let done = 0
    while (unfit.length < MOST_UNFIT) {
      const rows = await stage.after(one.id, line, batchOf(one), tx)
      const last = rows.at(-1)
      if (!last) break
      line = last.line
      done += rows.length
      const wanted = rows.filter(({ state }) => state === 'create' || state === 'update')
      const validated = await validateRows(locked, one, wanted, true)
      for (const { row, result } of validated)
        if (result.state !== row.state && result.state !== 'unchanged') unfit.push(row.line)
      if (unfit.length > 0) continue
      await write(validated.flatMap(({ outcome }) => outcome ?? []))
      await stage.progress(one.id, done)
    }
    if (unfit.length > 0) throw new UnfitError(unfit)
    await stage.applied(tx, one.id, id)
  }

  return {
    isFull: () => running.size >= AT_ONCE,
    isRunning: (id: string) => running.has(id),

    begin(context: ValidationContext, one: StagedImport): void {
      const over = new AbortController()
      const ended = apply(context, one, over.signal)
        .catch(tell)
        .finally(() => running.delete(one.id))
      running.set(one.id, { over, ended })
    },

    /** Breaks off what is being applied: nothing of it is written then. */
    async stop(): Promise<void> {
      const all = [...running.values()]
      for (const { over } of all) over.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

function factsOf({ name }: Resource, one: StagedImport, author: Author): SecurityFacts {
  const { id: account, address = null, requestId: reqId } = author
  const { create = 0, update = 0 } = one.counts
  return { account, address, reqId, what: name, count: create + update }
}

const STOPPED =
  'Nothing was imported: the server was stopped while it wrote. All is as it was; try again.'

function problemOf(error: unknown): string {
  if (error instanceof UnfitError) {
    const count = error.lines.length
    const rows = count === 1 ? 'One row does' : `${count.toLocaleString('en')} rows do`
    return `Nothing was imported. ${rows} not fit any more what others changed meanwhile: check them, and try again.`
  }
  if (error instanceof Refusal) return `Nothing was imported. ${error.message}`
  if (faultOf(error)?.kind === 'taken')
    return 'Nothing was imported. A value that has to be unique was taken by another change meanwhile. Try again.'
  return 'Nothing was imported: something failed on the server. All is as it was; try again.'
}
