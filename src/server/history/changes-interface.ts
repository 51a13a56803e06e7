import type { Applied, ApplyBody, Plan, UndoBody, Undone } from '#contract/changes.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Stored } from '#server/records/shape.ts'
import type { Written } from './commit.ts'
import type { ChangePieces, PiecesOptions } from './in-pieces.ts'
import type { Change, Expected } from './planning.ts'
import type { Asked, KnownRecords, Outcome } from './rehearsal.ts'
import type { Selection } from './sets.ts'
import type { Author } from './write.ts'

/** The one way in which records are written: by routes, forms, commands and whatever comes. */
export interface Changes {
  /**
   * Makes all of these changes or none, in one transaction, each with its history entry; no record may be in
   * it twice. Gives the records as they are now, a deleted one as it was.
   * Refuses what the author's role may not do, wrong input with a sentence per field, what does not exist, another version than was expected,
   * taken unique values, references to nothing (MEN-03), and to delete what is referred to (CF-03).
   */
  apply(changes: readonly Change[], author: Author): Promise<Written[]>
  create(resource: string, body: unknown, author: Author): Promise<Written>
  /** Lays the body over the stored record. */
  update(
    resource: string,
    id: string,
    body: unknown,
    expected: Expected,
    author: Author,
  ): Promise<Written>
  remove(resource: string, id: string, expected: Expected, author: Author): Promise<Written>
  /** The record as it is, for who may change it. Refuses what does not exist, and another version than was expected. */
  latest(resource: string, id: string, expected: Expected, author: Author): Promise<Stored>
  /** The change that was made under the author's Idempotency-Key before. Throws 422 when another thing was asked under it. */
  again(author: Author): Promise<string | undefined>
  /** Says what a set of changes would do to each record (CHG-01). Writes nothing. */
  plan(selection: Selection, author: Author): Promise<Plan>
  /**
   * Does what was planned, in one transaction: all, or all but the refused records that the caller leaves out (CHG-02).
   * What others changed meanwhile is merged field by field, and left as it is where both changed the same.
   */
  applyPlan(body: ApplyBody, author: Author): Promise<Applied>
  /** What these changes would do as one set, the records locked where there is a transaction. Writes nothing. */
  rehearse(
    asked: readonly Asked[],
    author: Author,
    tx?: Tx,
    read?: KnownRecords,
  ): Promise<Outcome[]>
  /** Makes one change of very many records, a piece at a time, in one transaction. Gives its id. */
  inPieces(
    author: Author,
    work: (pieces: ChangePieces) => Promise<void>,
    options: PiecesOptions,
  ): Promise<string>
  /** Takes a change back, as far as nobody changed it since and no rule stands against it (CHG-03). */
  undo(id: string, body: UndoBody, author: Author): Promise<Undone>
}
