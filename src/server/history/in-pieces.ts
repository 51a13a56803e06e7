import { inTransaction, type Tx } from '#server/db/pool.ts'
import type { Store } from '#server/db/store.ts'
import { beginCommit } from './commit.ts'
import {
  type Asked,
  type KnownRecords,
  type Outcome,
  plannedIn,
  rehearse,
  type SubjectOf,
} from './rehearsal.ts'
import type { Author } from './write.ts'

/** A change that is made piece by piece: as much as a piece is in memory at a time. */
export interface ChangePieces {
  tx: Tx
  /** The id of the change. */
  id: string
  /** As of a set: with the records locked. */
  rehearse(asked: readonly Asked[], read: KnownRecords): Promise<Outcome[]>
  /** Writes what nothing stands against. */
  write(outcomes: readonly Outcome[]): Promise<void>
}

export interface PiecesOptions {
  /** Takes all of it back. */
  signal?: AbortSignal | undefined
  deadlineMs: number
}

/**
 * Makes one change of as many pieces as `work` writes, in one transaction: all of them or none. What `work` does
 * besides has to stand it to be done again. Gives the id of the change.
 */
export async function changeInPieces(
  store: Store,
  subjectOf: SubjectOf,
  author: Author,
  work: (pieces: ChangePieces) => Promise<void>,
  options: PiecesOptions,
): Promise<string> {
  const { id, tell } = await inTransaction(
    store.pool,
    async (tx) => {
      const commit = beginCommit({ store, tx }, author)
      await work({
        ...{ tx, id: commit.id },
        rehearse: (asked, read) =>
          rehearse({ store, runner: tx, tx }, subjectOf, asked, author, { read }),
        async write(outcomes) {
          const planned = plannedIn(outcomes)
          if (planned.length > 0) await commit.write(planned)
        },
      })
      return { id: commit.id, tell: await commit.end({ isSummed: true }) }
    },
    options,
  )
  await tell()
  return id
}
