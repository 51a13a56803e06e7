import type { Tx } from '#server/db/pool.ts'
import type { Runner } from '#server/db/sql.ts'
import type { Store } from '#server/db/store.ts'
import type { Author, Patch } from '#server/history/write.ts'
import type { Refusal } from '#server/http/refusal.ts'
import type { Data, Stored } from '../shape.ts'

/** A write on its way. `data` is what the schema let through; `before` is the record as it was. */
export type Write =
  | { action: 'create'; data: Data; author: Author }
  | { action: 'update'; data: Data; before: Stored; author: Author }
  | { action: 'delete'; before: Stored; author: Author }
  /** `before` is the deleted record. */
  | { action: 'restore'; data: Data; before: Stored; author: Author }

/** What rules are asked of: the pool, or the transaction that writes, in which what they rest on can be locked. */
export interface Asking {
  store: Store
  runner: Runner
  /** Set within the transaction: what a rule rests on is to be locked by it. */
  tx?: Tx | undefined
}

/** The transaction of a change set. */
export interface Within {
  store: Store
  tx: Tx
  /** Changes another record of the resource, with its version and history. Throws ChangedMeanwhileError. */
  amend(known: Stored, patch: Patch): Promise<Stored>
  /**
   * Is done when all of the change is written, however many parts it has: for rows in which all writes meet, so that
   * nobody waits for them longer than for a moment.
   */
  last(work: () => Promise<void>): void
}

/** A write that is done: the record that is stored now, of a deletion the one that is gone. */
export interface Done {
  write: Write
  record: Stored
  aside: unknown
}

/**
 * Server code of one resource, for what its declaration cannot say. Each function is optional; all but `prepare`
 * get the writes of a change set to this resource together, in their order.
 */
export interface Hooks {
  /** Before a write is judged: for slow work. Gives what to store, and aside what must not stand in the record. May refuse. */
  prepare?(
    store: Store,
    write: Write,
    /** Nothing comes of it but the answer: what is dear and cannot be refused may be left out. */
    isRehearsed: boolean,
  ): Promise<{ data: Data; aside?: unknown }>
  /**
   * The rules over several records: for each write why it may not be, or nothing. Writes nothing, for a plan asks it
   * too. Those without a refusal here are done together.
   */
  rules?(asking: Asking, writes: readonly Write[]): Promise<readonly (Refusal | undefined)[]>
  /**
   * In the transaction, before the records are written: for what has to give way. May give by place what is stored
   * instead of a write's data.
   */
  before?(within: Within, writes: readonly Write[]): Promise<readonly (Data | undefined)[]>
  /** In the transaction, when the records are written. Throwing takes everything back. */
  after?(within: Within, done: readonly Done[]): Promise<void>
  /** When all is committed: for what tells of it. Nothing can go wrong. */
  told?(done: Done): void
  /** Whether `told` has anything to tell; without this function it is always asked. */
  isTold?(done: Done): boolean
  /**
   * What an answer shows of a page of records, in their order, before the row schema strips the rest. All at
   * once, so that what it looks up takes one query.
   */
  present?(store: Store, shown: readonly Data[], records: readonly Stored[]): Promise<Data[]>
}

/** By resource name. */
export type HookTable = Readonly<Record<string, Hooks>>
