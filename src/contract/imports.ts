// No zod in here: what only names an address or a state takes none along. The bodies are in import-bodies.ts.
import type { FieldChanges } from '#model/field-changes.ts'
import type { Pagination } from './changes.ts'

/**
 * The routes of imports stand beneath a resource: `<resource>/imports`, `<resource>/imports/{id}` and so on; one that
 * can be neither created nor edited, or has no list, has none.
 */
export const IMPORTS = '/imports'
/** How long what was read of a file is kept when nobody applies it. */
export const IMPORT_HOURS = 24
/** The most rows of one file, and its size in bytes. */
export const MOST_ROWS = 200_000
export const MOST_BYTES = 64_000_000

/** What a file is sent as, by its format. */
export const IMPORT_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
} as const
export type ImportFormat = keyof typeof IMPORT_TYPES

/**
 * `read`: columns are matched and may be changed. `planning`: a part of the rows was rehearsed, the next part is asked
 * for by POST …/plan. `planned`: all were. `applying`: in the background; GET tells when it ends. `applied`: done,
 * as one change. What fails or is interrupted while applying changes nothing and is `planned` again, with `problem`.
 */
export const IMPORT_STATES = ['read', 'planning', 'planned', 'applying', 'applied'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const ROW_STATES = ['waiting', 'create', 'update', 'unchanged', 'refused'] as const
export type RowState = (typeof ROW_STATES)[number]

/** A column of the file. */
export interface ImportColumn {
  /** What its head says. */
  header: string
  /** The field that it fills; null for none. */
  field: string | null
  /** Some of its values, as they stand in the file. */
  sample: string[]
}

/** What a column may fill. */
export interface ImportField {
  /** The id of the record, `_id`, or the path of a field. */
  path: string
  label: string
  isRequired: boolean
  /** How a cell is written: 'active or inactive', 'a date, 2026-03-01', 'names, separated by commas'. */
  hint: string
}

export interface Import {
  id: string
  resource: string
  file: string
  format: ImportFormat
  state: ImportState
  at: string
  columns: ImportColumn[]
  fields: ImportField[]
  /** By what a row may find the record it changes: `_id` or the path of a unique field; null: every row is a new record. */
  by: string | null
  keys: { path: string; label: string }[]
  rows: number
  /** Rows that were rehearsed so far; while it is applied, rows that were written so far. */
  done: number
  counts: Record<RowState, number>
  /** Why the last attempt to apply changed nothing: a sentence for people. */
  problem?: string
  /** The change that was made. */
  change?: string
}

/** What is wrong with a row, and in which of its cells. */
export interface RowFault {
  /** The place of the column, from 0; absent of what concerns the row as a whole. */
  column?: number
  /** The path of a field that no column fills. */
  field?: string
  message: string
}

export interface ImportRow {
  /** The line in the file; of a sheet or JSON the number of the row, the head being 1. */
  line: number
  cells: string[]
  state: RowState
  faults: RowFault[]
  /** Of the record that is changed. */
  id?: string
  name?: string
  /** By path, of an update. */
  fields?: FieldChanges
}

/** GET …/imports/{id}/rows */
export interface ImportRowPage {
  rows: ImportRow[]
  pagination: Pagination
}
