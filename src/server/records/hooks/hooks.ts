import type { Tx } from '#server/db/pool.ts'
import type { Runner } from '#server/db/sql.ts'
import type { Author } from '#server/http/authorise.ts'
import type { Refusal } from '#server/http/refusal.ts'
import type { Store } from '#server/services.ts'
import type { Data, Stored } from '../shape.ts'

/** A write. `data` are all values after it; `before` is the record as it was, for a restore the deleted one. */
export type Write =
  | { action: 'create'; data: Data; author: Author }
  | { action: 'update'; data: Data; before: Stored; author: Author }
  | { action: 'delete'; before: Stored; author: Author }
  | { action: 'restore'; data: Data; before: Stored; author: Author }

/** Where a plan or a write reads. */
export interface DbContext {
  store: Store
  /** The pool, or the transaction that writes. */
  runner: Runner
  /** Set within the transaction: rules lock the rows that they depend on. */
  tx?: Tx | undefined
}

/** The transaction of a change set. */
export interface TxContext {
  store: Store
  tx: Tx
  /** Changes values of another record of the resource, with its version and history. Throws ChangedMeanwhileError. */
  amend(known: Stored, values: Data): Promise<void>
  /** Does `work` when the whole change is written: for rows that all writes update, so that they are locked briefly. */
  last(work: () => Promise<void>): void
  /** Does `work` after the commit, for log lines. It must not fail. */
  afterCommit(work: () => void): void
}

/** The data to store, and aside what must not be in the record. */
export interface Prepared {
  data: Data
  aside?: unknown
}

/** A finished write, with the stored record, of a deletion the deleted one. */
export interface Done {
  write: Write
  record: Stored
  aside: unknown
}

/**
 * Server code of one resource, for what its declaration cannot say. Each function is optional; all but `prepare` get
 * the writes of a change set to this resource together, in their order.
 */
export interface Hooks {
  /** Runs before a create or an update is validated, for slow work. May refuse. */
  prepare?(
    store: Store,
    write: Extract<Write, { action: 'create' | 'update' }>,
    /** Nothing is written: work that cannot refuse may be skipped. */
    isDryRun: boolean,
  ): Promise<Prepared>
  /**
   * The rules over several records: for each write a refusal, or nothing. Writes nothing, for plans ask it too. Writes
   * without a refusal are done together.
   */
  rules?(db: DbContext, writes: readonly Write[]): Promise<readonly (Refusal | undefined)[]>
  /** In the transaction, before the records are written. May give by place the data to store in place of a write's. */
  before?(tx: TxContext, writes: readonly Write[]): Promise<readonly (Data | undefined)[]>
  /** In the transaction, when the records are written. Throwing rolls everything back. */
  after?(tx: TxContext, done: readonly Done[]): Promise<void>
  /** Completes a page of records for an answer, before the row schema strips the rest. */
  present?(store: Store, shown: readonly Data[], records: readonly Stored[]): Promise<Data[]>
}

/** By resource name. */
export type HookTable = Readonly<Record<string, Hooks>>
