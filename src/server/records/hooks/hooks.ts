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

/** The database access of a plan or a write. */
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
  /** Changes values of another record of the resource, and its version and history. Throws ChangedMeanwhileError. */
  amend(known: Stored, values: Data): Promise<void>
  /**
   * Runs `work` after the whole change is written. For rows that all writes update, so that they are locked only
   * briefly.
   */
  last(work: () => Promise<void>): void
  /** Runs `work` after the commit, for log lines. It must not fail. */
  afterCommit(work: () => void): void
}

/** The data to store, and `aside` for data outside the record. */
export interface Prepared {
  data: Data
  aside?: unknown
}

/** A finished write, with the stored or deleted record. */
export interface Done {
  write: Write
  record: Stored
  aside: unknown
}

/**
 * Server code of one resource, for what its declaration cannot express. All functions are optional. All except
 * `prepare` get the writes of a change set to this resource together, in order.
 */
export interface Hooks {
  /** Runs before a create or an update is validated, for slow work. May refuse. */
  prepare?(
    store: Store,
    write: Extract<Write, { action: 'create' | 'update' }>,
    /** True if nothing will be written. Work that cannot refuse may then be skipped. */
    isDryRun: boolean,
  ): Promise<Prepared>
  /**
   * Checks rules that involve several records. Returns a refusal or undefined for each write. Must write nothing,
   * because plans call it too. Writes without a refusal are written together.
   */
  rules?(db: DbContext, writes: readonly Write[]): Promise<readonly (Refusal | undefined)[]>
  /**
   * Runs in the transaction before the records are written. May return, by position, data to store instead of a write's
   * own.
   */
  before?(tx: TxContext, writes: readonly Write[]): Promise<readonly (Data | undefined)[]>
  /** Runs in the transaction after the records are written. An exception rolls everything back. */
  after?(tx: TxContext, done: readonly Done[]): Promise<void>
  /** Completes a page of records for a response, before the row schema removes undeclared keys. */
  present?(store: Store, shown: readonly Data[], records: readonly Stored[]): Promise<Data[]>
}

/** By resource name. */
export type HookTable = Readonly<Record<string, Hooks>>
