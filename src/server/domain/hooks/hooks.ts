import type { Tx } from '#server/store/pool.ts'
import type { Author } from '#server/store/records.ts'
import type { Data, Stored } from '#server/store/shape.ts'
import type { Store } from '#server/store/store.ts'

/** A write on its way. `data` is what the schema let through; `before` is the record as it was. */
export type Write =
  | { action: 'create'; data: Data; author: Author }
  | { action: 'update'; data: Data; before: Stored; author: Author }
  | { action: 'delete'; before: Stored; author: Author }

/**
 * Server code of one resource, for what its declaration cannot say. Each function is optional.
 * All may throw the refusals of domain/refusals.ts.
 */
export interface Hooks {
  /** Before the transaction: for slow work. Gives what to store, and aside what must not stand in the record. */
  prepare?(store: Store, write: Write): Promise<{ data: Data; aside?: unknown }>
  /** First in the transaction: for locks and rules over several records. What it gives is stored instead. */
  beforeWrite?(store: Store, tx: Tx, write: Write): Promise<Data | undefined>
  /** Last in the transaction, with what `prepare` gave aside. */
  afterWrite?(store: Store, tx: Tx, write: Write, record: Stored, aside: unknown): Promise<void>
  /** After the commit, of a deletion with the record as it was: for what tells of it. Nothing can go wrong any more. */
  written?(write: Write, record: Stored): void
  /**
   * What an answer shows of a page of records, in their order, before the row schema strips the rest. All at
   * once, so that what it looks up takes one query.
   */
  present?(store: Store, shown: readonly Data[], records: readonly Stored[]): Promise<Data[]>
}

/** By resource name. */
export type HookTable = Readonly<Record<string, Hooks>>
