import type { Resource } from '#model/resource.ts'
import { faultOf } from '#server/db/faults.ts'
import type { ChangeBatches } from '#server/history/changes.ts'
import type { Author } from '#server/history/write.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Noted, SecurityFacts } from '#server/security-log/security-log.ts'
import type { Desk, ImportOptions } from './desk.ts'
import type { KeptImport } from './kept-imports.ts'
import { type Looking, lookAt } from './look-at-rows.ts'
import { replan } from './replan.ts'

/** So many write at once on one server. */
const AT_ONCE = 2
/** Rows that are looked at and written together. A new password takes a while to be hashed. */
const ROWS = 2000
const ROWS_WITH_PASSWORDS = 100
const HOUR_MS = 3_600_000
/** So many rows that no longer fit are told of. */
const MOST_UNFIT = 500

/** Rows do not fit any more what is stored by now. */
class UnfitError extends Error {
  override name = 'UnfitError'
  readonly lines: readonly number[]

  constructor(lines: readonly number[]) {
    super(`${lines.length} rows no longer fit.`)
    this.lines = lines
  }
}

/** How many rows make a piece, when it is rehearsed and when it is written. */
export function pieceOf({ columns }: KeptImport): number {
  const hasPasswords = columns.some(({ field }) => /password/i.test(field ?? ''))
  return hasPasswords ? ROWS_WITH_PASSWORDS : ROWS
}

/**
 * Applies imports in the background of this server: in one transaction, as one change, piece after piece. Whatever
 * ends it before its end leaves nothing, and the import is planned again.
 */
export function createApplying({ store, changes, security, tell }: ImportOptions, desk: Desk) {
  const { imports: tables } = store
  const works = new Map<string, { over: AbortController; ended: Promise<void> }>()

  const work = async (
    resource: Resource,
    one: KeptImport,
    author: Author,
    signal: AbortSignal,
  ): Promise<void> => {
    const looking = desk.lookingFor(resource, author)
    try {
      const options = { signal, deadlineMs: HOUR_MS }
      const noted: Noted = { event: 'imported', facts: factsOf(resource, one, author) }
      const all = async (pieces: ChangeBatches) => {
        await write(looking, one, pieces)
        await security.noteIn(pieces.tx, [noted])
      }
      await changes.inBatches(author, all, options)
      security.tell([noted])
    } catch (error) {
      const isStopped = signal.aborted
      if (error instanceof UnfitError) await lookAgain(looking, resource, one, error)
      else if (!(error instanceof Refusal || isStopped)) tell(error)
      await tables.free(one.id, isStopped ? STOPPED : wordsOf(error), true)
    }
  }

  const write = async (looking: Looking, one: KeptImport, pieces: ChangeBatches): Promise<void> => {
    const { tx, plan: rehearse } = pieces
    if (!(await tables.hold(tx, one.id))) throw new Error('Nobody asked for this import any more.')
    const own: Looking = { ...looking, tx, rehearse }
    const unfit: number[] = []
    let line = 0
    let done = 0
    for (;;) {
      const rows = await tables.after(tx, one.id, line, pieceOf(one))
      const last = rows.at(-1)
      if (!last) break
      line = last.line
      done += rows.length
      const wanted = rows.filter(({ state }) => state === 'create' || state === 'update')
      const { looked } = await lookAt(own, one, wanted, true)
      for (const { row, found } of looked)
        if (found.state !== row.state && found.state !== 'unchanged') unfit.push(row.line)
      if (unfit.length >= MOST_UNFIT) break
      if (unfit.length > 0) continue
      await pieces.write(looked.flatMap(({ outcome }) => outcome ?? []))
      await tables.progress(one.id, done)
    }
    if (unfit.length > 0) throw new UnfitError(unfit)
    await tables.applied(tx, one.id, pieces.id)
  }

  /** What was planned otherwise is looked at anew, so that its author sees why. */
  const lookAgain = async (
    looking: Looking,
    resource: Resource,
    { id, ownerId }: KeptImport,
    { lines }: UnfitError,
  ): Promise<void> => {
    const one = await tables.get(id, { resource: resource.name, ownerId })
    if (one) await replan(looking, one, lines)
  }

  return {
    isFull: () => works.size >= AT_ONCE,

    begin(resource: Resource, one: KeptImport, author: Author): void {
      const over = new AbortController()
      desk.running.add(one.id)
      const ended = work(resource, one, author, over.signal)
        .catch(tell)
        .finally(() => {
          works.delete(one.id)
          desk.running.delete(one.id)
        })
      works.set(one.id, { over, ended })
    },

    async stop(): Promise<void> {
      const all = [...works.values()]
      for (const { over } of all) over.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

function factsOf({ name }: Resource, one: KeptImport, author: Author): SecurityFacts {
  const { id: account, address = null, requestId: reqId } = author
  const { create = 0, update = 0 } = one.counts
  return { account, address, reqId, what: name, count: create + update }
}

const STOPPED =
  'Nothing was imported: the server was stopped while it wrote. All is as it was; try again.'

function wordsOf(error: unknown): string {
  if (error instanceof UnfitError) {
    const count = error.lines.length
    const rows = count === 1 ? 'One row does' : `${count.toLocaleString('en')} rows do`
    return `Nothing was imported. ${rows} not fit any more what others changed meanwhile: look at them once more, and try again.`
  }
  if (error instanceof Refusal) return `Nothing was imported. ${error.message}`
  if (faultOf(error)?.kind === 'taken')
    return 'Nothing was imported. A value that has to be unique was taken by somebody else meanwhile. Try again.'
  return 'Nothing was imported: something failed on the server. All is as it was; try again.'
}
