import type {
  DateForm,
  ImportFormat,
  ImportReading,
  ImportState,
  NumberForm,
  RowFault,
  RowState,
} from '#contract/imports.ts'
import type { FieldChanges } from '#model/field-changes.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Runner } from '#server/db/sql.ts'

/** A cell as it is kept: what is typed as a number stays one, everything else is a text. */
export type KeptCell = string | number

/** Examples of cells that show how numbers or dates are written. */
export interface Evidence<Form extends string> {
  /** Of those that can only be read in one form. */
  sure: Partial<Record<Form, string>>
  /** Of those that mean something else in each form, by what separates their parts. */
  ambiguous: Record<string, string>
}

/** What the cells of a column show of how its numbers and dates are written. */
export interface Signs {
  numbers: Evidence<NumberForm>
  dates: Evidence<DateForm>
}

/** A column of a file as it is kept: its head, some of its values, what all of them show, and the field it fills. */
export interface KeptColumn {
  header: string
  field: string | null
  sample: string[]
  signs?: Signs | undefined
}

/** What the author says of a file's columns, and of how its numbers and dates are written; null: as its cells show. */
export interface ColumnChoice {
  columns: readonly KeptColumn[]
  by: string | null
  numbers: NumberForm | null
  dates: DateForm | null
}

export type Counts = Record<RowState, number>

/** What was read of a file, and how far it is looked at. */
export interface KeptImport {
  id: string
  resource: string
  ownerId: string
  file: string
  format: ImportFormat
  at: string
  state: ImportState
  columns: KeptColumn[]
  by: string | null
  reading: ImportReading
  numbers: NumberForm | null
  dates: DateForm | null
  rows: number
  reached: number
  done: number
  counts: Counts
  revision: number
  problem: string | null
  keyHash: Buffer | null
  change: string | null
  /** Nobody knows of it yet whether it is applied: it was asked for a moment ago. */
  isFresh: boolean
}

/** Cells as they wait in the table: as they were read, or sealed (imports/sealed.ts). */
export type KeptCells = KeptCell[] | { sealed: string }

/** A row of a file. */
export interface KeptRow<Cells = KeptCell[]> {
  line: number
  cells: Cells
  damage: string | null
  state: RowState
  faults: RowFault[] | null
  recordId: string | null
  version: number | null
  name: string | null
  fields: FieldChanges | null
}

/** What was found of a row. */
export type Found<Cells = KeptCell[]> = Omit<KeptRow, 'cells' | 'damage'> &
  Partial<Pick<KeptRow<Cells>, 'cells' | 'damage'>>

/** What only one row may have, by its line. */
export interface Claim {
  line: number
  claim: string
}

/** The staging of imports. It holds personal data: retention erases it after a day, `remove` at once. */
export interface ImportTables<Cells = KeptCell[]> {
  begin(one: Pick<KeptImport, 'id' | 'resource' | 'ownerId' | 'file' | 'format'>): Promise<void>
  add(id: string, rows: readonly Pick<KeptRow<Cells>, 'line' | 'cells' | 'damage'>[]): Promise<void>
  /** All of the file is there. */
  ready(id: string, one: Pick<KeptImport, 'columns' | 'by' | 'rows' | 'reading'>): Promise<void>
  /** Undefined of somebody else's, and of what is not there any more. */
  get(id: string, owner: { resource: string; ownerId: string }): Promise<KeptImport | undefined>
  /** Sets columns anew: no row was looked at by them. False when somebody else wrote there meanwhile. */
  setColumns(one: KeptImport, choice: ColumnChoice): Promise<boolean>
  /** Up to so many rows after a line, in the order of the file. */
  after(
    runner: Runner | undefined,
    id: string,
    line: number,
    most: number,
  ): Promise<KeptRow<Cells>[]>
  rows(
    one: KeptImport,
    state: RowState | undefined,
    page: { offset: number; limit: number },
  ): Promise<KeptRow<Cells>[]>
  /** These lines of it; those that are not there are left out. */
  lines(one: KeptImport, lines: readonly number[]): Promise<KeptRow<Cells>[]>
  /** Of each line the first one before it that has the same claim, among all of the file and the given ones. */
  earlier(id: string, claims: readonly Claim[]): Promise<ReadonlyMap<number, Claim>>
  /** Lines that share a claim with one of these. */
  sharing(id: string, lines: readonly number[], claims: readonly Claim[]): Promise<number[]>
  /**
   * Keeps what was found of rows, with their claims in place of the former ones, and how far it is. False, and nothing
   * kept, when somebody else wrote there meanwhile.
   */
  keep(
    one: KeptImport,
    found: readonly Found<Cells>[],
    claims: readonly Claim[],
    now: Pick<KeptImport, 'reached' | 'done' | 'counts' | 'state'>,
  ): Promise<boolean>
  /** From 'planned' on; false when it is not that any more. */
  setApplying(one: KeptImport, keyHash: Buffer | null): Promise<boolean>
  /** Holds it as being applied until the transaction ends; false when it is not to be. */
  hold(tx: Tx, id: string): Promise<boolean>
  /** How many rows were written so far; on a connection of its own, so that others see it. */
  progress(id: string, done: number): Promise<void>
  /** In the transaction that wrote its change. Rows that were not refused are gone. */
  applied(tx: Tx, id: string, change: string): Promise<void>
  /** Whatever was begun wrote nothing: it is planned again. Does nothing while somebody applies it, unless `isOurs`. */
  free(id: string, problem: string, isOurs?: boolean): Promise<boolean>
  remove(id: string): Promise<void>
  /** Keeps the latest so many of somebody, and erases the older ones that nobody applies. */
  keepLatest(ownerId: string, most: number): Promise<void>
}
