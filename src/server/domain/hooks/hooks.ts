import type { Tx } from '#server/store/pool.ts'
import type { Data, Stored } from '#server/store/shape.ts'
import type { Store } from '#server/store/store.ts'
import type { Author, Patch } from '#server/store/write.ts'

/** A write on its way. `data` is what the schema let through; `before` is the record as it was. */
export type Write =
  | { action: 'create'; data: Data; author: Author }
  | { action: 'update'; data: Data; before: Stored; author: Author }
  | { action: 'delete'; before: Stored; author: Author }

/** The transaction of a change set. */
export interface Within {
  store: Store
  tx: Tx
  /** Changes another record of the resource, with its version and history. Throws ChangedMeanwhileError. */
  amend(known: Stored, patch: Patch): Promise<Stored>
}

/** What else belongs to a write. Throwing in `after` takes everything back. */
export interface Besides {
  /** Is stored instead of the data. */
  data?: Data | undefined
  /** When the record is written: the one that is stored now, of a deletion the one that is gone. */
  after?(record: Stored): Promise<void>
  /** When all is committed, of a deletion with the record as it was: for what tells of it. Nothing can go wrong. */
  told?(record: Stored): void
}

/**
 * Server code of one resource, for what its declaration cannot say. Each function is optional.
 * All may throw the refusals of domain/refusals.ts.
 */
export interface Hooks {
  /** Before the transaction: for slow work. Gives what to store, and aside what must not stand in the record. */
  prepare?(store: Store, write: Write): Promise<{ data: Data; aside?: unknown }>
  /** In the transaction, before the record is written: for locks and rules over several records. */
  within?(within: Within, write: Write, aside: unknown): Promise<Besides | undefined>
  /**
   * What an answer shows of a page of records, in their order, before the row schema strips the rest. All at
   * once, so that what it looks up takes one query.
   */
  present?(store: Store, shown: readonly Data[], records: readonly Stored[]): Promise<Data[]>
}

/** By resource name. */
export type HookTable = Readonly<Record<string, Hooks>>
