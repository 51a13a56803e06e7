// Keeps zod from evaluating generated code. Must be imported before zod.
import '#model/schema.ts'
import * as z from 'zod'
import type { FieldChanges } from '#model/field-changes.ts'
import type { Pagination } from './api.ts'

/** Imports of a resource are below its path: `<resource>/imports`, `<resource>/imports/{id}` and so on. */
export const IMPORTS = '/imports'
/** How long an import that nobody applies is kept. */
export const IMPORT_HOURS = 24
/** The most rows and bytes of one file. */
export const MOST_ROWS = 200_000
export const MOST_BYTES = 64_000_000
/** JSON is parsed in memory as a whole. */
export const MOST_JSON_BYTES = 20 * 1_048_576

/** The media type of each format. */
export const IMPORT_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
} as const
export type ImportFormat = keyof typeof IMPORT_TYPES

/** The encodings of text files, with their labels for people. */
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

/** The separators of CSV cells, by the value of the parameter `separator`. */
export const IMPORT_SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
export type ImportSeparator = keyof typeof IMPORT_SEPARATORS

/** How numbers are written: 1,234.5 or 1.234,5. */
export const NUMBER_FORMS = ['point', 'comma'] as const
export type NumberForm = (typeof NUMBER_FORMS)[number]
/** How dates are written: 31/12/2026 or 12/31/2026. */
export const DATE_FORMS = ['dayFirst', 'monthFirst'] as const
export type DateForm = (typeof DATE_FORMS)[number]

/** How a file was read. To read it differently, send it again with parameters of these names. */
export interface ImportReading {
  /** Of CSV and JSON. */
  encoding?: ImportEncoding
  /** Of CSV. */
  separator?: ImportSeparator
  /** Of a workbook: the sheet that was read, and all sheets, hidden ones last. */
  sheet?: string
  sheets?: string[]
  hiddenSheets?: string[]
  /** Of CSV and workbooks: the line with the column names. */
  headLine?: number
  /** The first lines that are not empty, including those above the column names. Passwords are masked. */
  preview: { line: number; cells: string[] }[]
}

/** How the file writes numbers or dates. `form` is null until it is detected or chosen. */
export interface ImportForm<Form extends string> {
  form: Form | null
  isDetected: boolean
  /** A cell of the file whose meaning depends on it. */
  example: string
}

/** Replaces passwords in answers. A cell that holds it is left unchanged when its row is edited. */
export const MASKED = '••••••'

/**
 * `read`: columns are matched and can be changed. `planning`: some rows were checked; POST …/plan checks the next.
 * `planned`: all rows were checked. `applying`: runs in the background. `applied`: done, as one change. An apply
 * that fails changes nothing and returns to `planned` with a `problem`.
 */
export const IMPORT_STATES = ['read', 'planning', 'planned', 'applying', 'applied'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const ROW_STATES = ['waiting', 'create', 'update', 'unchanged', 'refused'] as const
export type RowState = (typeof ROW_STATES)[number]

/** A column of the file. */
export interface ImportColumn {
  /** Its name in the file. */
  header: string
  /** The field that it fills, or null. */
  field: string | null
  /** Some of its values, as the file writes them. */
  sample: string[]
}

/** A field that a column can fill. */
export interface ImportField {
  /** `_id`, or the path of a field. */
  path: string
  label: string
  isRequired: boolean
  /** How to write a cell: 'active or inactive', 'a date, 2026-03-01', 'names, separated by commas'. */
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
  /** How a row finds the record to update: `_id` or the path of a unique field; null creates a record for each row. */
  by: string | null
  keys: { path: string; label: string }[]
  reading: ImportReading
  /** Present when the meaning of a number in the file depends on it. */
  numbers?: ImportForm<NumberForm>
  /** Present when the meaning of a date in the file depends on it. */
  dates?: ImportForm<DateForm>
  rows: number
  /** The rows checked so far; while applying, the rows written so far. */
  done: number
  counts: Record<RowState, number>
  /** Why the last apply changed nothing, for people. */
  problem?: string
  /** The id of the change, once applied. */
  change?: string
}

/** An error of a row. */
export interface RowFault {
  /** The index of the column; absent for an error of the whole row. */
  column?: number
  /** The path of a field that no column fills. */
  field?: string
  message: string
}

export interface ImportRow {
  /** The line in the file; in a sheet or JSON the number of the row, with the column names as row 1. */
  line: number
  cells: string[]
  state: RowState
  faults: RowFault[]
  /** Of the record to update. */
  id?: string
  name?: string
  /** What an update changes, by path. */
  fields?: FieldChanges
}

/** GET …/imports/{id}/rows */
export interface ImportRowPage {
  rows: ImportRow[]
  pagination: Pagination
}

/** PUT …/imports/{id}/columns: the field of each column in the file's order, and how to read the file. */
export const columnsBody = z.strictObject({
  columns: z.array(z.string().nullable()).min(1).max(1000),
  by: z.string().nullable(),
  numbers: z.enum(NUMBER_FORMS).optional(),
  dates: z.enum(DATE_FORMS).optional(),
})
export type ColumnsBody = z.output<typeof columnsBody>

/** PATCH …/imports/{id}/rows/{line}: new cells, by the index of their columns. */
export const rowBody = z.strictObject({
  cells: z
    .record(z.string().regex(/^\d{1,4}$/, 'must be the place of a column, from 0'), z.string())
    .refine((cells) => Object.keys(cells).length > 0, 'must name a cell'),
})

/** POST …/imports/{id}/apply. Rows with errors are skipped only when asked. */
export const importApplyBody = z.strictObject({ leaveRefused: z.boolean().optional() }).default({})
