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

/** Encodings that a text file may be read in, with their labels for people. */
export const IMPORT_ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Western European (Windows-1252)' },
  { value: 'windows-1250', label: 'Central European (Windows-1250)' },
  { value: 'windows-1251', label: 'Cyrillic (Windows-1251)' },
  { value: 'windows-1253', label: 'Greek (Windows-1253)' },
  { value: 'windows-1254', label: 'Turkish (Windows-1254)' },
  { value: 'windows-1255', label: 'Hebrew (Windows-1255)' },
  { value: 'windows-1256', label: 'Arabic (Windows-1256)' },
  { value: 'windows-1257', label: 'Baltic (Windows-1257)' },
  { value: 'shift_jis', label: 'Japanese (Shift JIS)' },
  { value: 'gb18030', label: 'Chinese, simplified (GB18030)' },
  { value: 'big5', label: 'Chinese, traditional (Big5)' },
  { value: 'euc-kr', label: 'Korean (EUC-KR)' },
  { value: 'utf-16le', label: 'UTF-16 LE' },
  { value: 'utf-16be', label: 'UTF-16 BE' },
] as const
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number]['value']

/** What may separate the cells of a CSV file, by the value of the parameter `separator`. */
export const IMPORT_SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
export type ImportSeparator = keyof typeof IMPORT_SEPARATORS

/** How numbers are written: 1,234.5 or 1.234,5. */
export const NUMBER_FORMS = ['point', 'comma'] as const
export type NumberForm = (typeof NUMBER_FORMS)[number]
/** In which order dates are written: 31/12/2026 or 12/31/2026. */
export const DATE_FORMS = ['dayFirst', 'monthFirst'] as const
export type DateForm = (typeof DATE_FORMS)[number]

/** How a file was read. To read it in another way it is sent again, with parameters of these names. */
export interface ImportReading {
  /** Of CSV and JSON. */
  encoding?: ImportEncoding
  /** Of CSV. */
  separator?: ImportSeparator
  /** Of a workbook: the sheet that was read, and all of them, hidden ones last. */
  sheet?: string
  sheets?: string[]
  hiddenSheets?: string[]
  /** Of CSV and workbooks: the line whose cells are the column names. */
  headLine?: number
  /** The first lines with anything in them, those above the head too; passwords are masked. */
  preview: { line: number; cells: string[] }[]
}

/** How the numbers or dates of a file are written: `form` is null until the author says so. */
export interface ImportForm<Form extends string> {
  form: Form | null
  isDetected: boolean
  /** A cell of the file whose meaning depends on it. */
  example: string
}

/** What is shown in place of a password; a cell that holds it is left as it is when its row is changed. */
export const MASKED = '••••••'

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
  reading: ImportReading
  /** Absent where no column that fills a number has a cell whose meaning depends on it. */
  numbers?: ImportForm<NumberForm>
  /** Absent where no column that fills a date has a cell whose meaning depends on it. */
  dates?: ImportForm<DateForm>
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
