import * as z from 'zod'
import type { FieldChanges } from '#model/field-changes.ts'
import { EXPORT_FORMATS } from './analytics.ts'

/** Imports of a resource are below its path: `<resource>/imports`, `<resource>/imports/{id}` and so on. */
export const IMPORTS = '/imports'
/** Hours until an import that was not applied is deleted. */
export const IMPORT_HOURS = 24
/** Maximum number of rows and bytes of one file. */
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
export const IMPORT_SEPARATOR_NAMES = Object.keys(IMPORT_SEPARATORS) as ImportSeparator[]

export const NUMBER_FORMS = ['point', 'comma'] as const
export type NumberForm = (typeof NUMBER_FORMS)[number]
export const DATE_FORMS = ['dayFirst', 'monthFirst'] as const
export type DateForm = (typeof DATE_FORMS)[number]

/** Replaces passwords in responses. Editing a row does not change cells with this value. */
export const MASKED = '••••••'

/**
 * `read`: columns are matched and can be changed. `planning`: some rows were checked; POST …/plan checks the next.
 * `planned`: all rows were checked. `applying`: runs in the background. `applied`: done, as one change. An apply
 * that fails changes nothing and returns to `planned` with a `problem`.
 */
const IMPORT_STATES = ['read', 'planning', 'planned', 'applying', 'applied'] as const

export const ROW_STATES = ['waiting', 'create', 'update', 'unchanged', 'refused'] as const
export type RowState = (typeof ROW_STATES)[number]

const importReading = z.object({
  encoding: z.enum(IMPORT_ENCODINGS.map(({ value }) => value)).optional(),
  separator: z.literal(IMPORT_SEPARATOR_NAMES).optional(),
  sheet: z.string().optional(),
  sheets: z.array(z.string()).optional().describe('All sheets, hidden ones last'),
  hiddenSheets: z.array(z.string()).optional(),
  headLine: z.int().optional().describe('The line with the column names'),
  preview: z
    .array(z.object({ line: z.int(), cells: z.array(z.string()) }))
    .describe('The first lines that are not empty; passwords are masked'),
})
/** How a file was read. To read it differently, send it again with parameters of these names. */
export type ImportReading = z.output<typeof importReading>

const formOf = <Form extends string>(forms: readonly Form[]) =>
  z.object({
    form: z
      .literal([...forms])
      .nullable()
      .describe('Null until it is detected or chosen'),
    isDetected: z.boolean(),
    example: z.string().describe('A cell whose meaning depends on it'),
  })
/** How the file writes numbers or dates. */
export type ImportForm<Form extends string> = z.output<ReturnType<typeof formOf<Form>>>

const importColumn = z.object({
  header: z.string(),
  field: z.string().nullable().describe('The path of the field that it fills'),
  sample: z.array(z.string()),
})

const importField = z.object({
  path: z.string(),
  label: z.string(),
  isRequired: z.boolean(),
  hint: z.string().describe('How a cell is written'),
})

export const importSchema = z.object({
  id: z.string(),
  resource: z.string(),
  file: z.string(),
  format: z.enum(EXPORT_FORMATS),
  state: z.enum(IMPORT_STATES),
  at: z.string(),
  columns: z.array(importColumn),
  fields: z.array(importField),
  by: z
    .string()
    .nullable()
    .describe(
      'How a row finds the record to update: _id or the path of a unique field; null creates a record for each row',
    ),
  keys: z.array(z.object({ path: z.string(), label: z.string() })),
  reading: importReading.describe('How the file was read'),
  numbers: formOf(NUMBER_FORMS)
    .optional()
    .describe('How numbers are written: 1,234.5 (point) or 1.234,5 (comma)'),
  dates: formOf(DATE_FORMS)
    .optional()
    .describe('How dates are written: 31/12/2026 (dayFirst) or 12/31/2026 (monthFirst)'),
  rows: z.int(),
  done: z.int().describe('The rows checked so far; while applying, the rows written so far'),
  counts: z.object({
    waiting: z.int(),
    create: z.int(),
    update: z.int(),
    unchanged: z.int(),
    refused: z.int(),
  }),
  problem: z.string().optional().describe('Why the last apply changed nothing'),
  change: z.string().optional().describe('The id of the change, once applied'),
})
export type Import = z.output<typeof importSchema>

const rowFault = z.object({
  column: z.int().optional().describe('Absent for an error of the whole row'),
  field: z.string().optional().describe('The path of a field that no column fills'),
  message: z.string(),
})
/** An error of a row. */
export type RowFault = z.output<typeof rowFault>

export const importRowSchema = z.object({
  line: z
    .int()
    .describe(
      'The line in the file. For a sheet or JSON, the number of the row; the column names are row 1',
    ),
  cells: z.array(z.string()),
  state: z.enum(ROW_STATES),
  faults: z.array(rowFault),
  id: z.string().optional().describe('Of the record to update'),
  name: z.string().optional(),
  fields: (z.record(z.string(), z.unknown()) as unknown as z.ZodType<FieldChanges>)
    .optional()
    .describe('The fields that an update changes, by path, with their values before and after'),
})
export type ImportRow = z.output<typeof importRowSchema>

export const importRowPageSchema = z.object({
  rows: z.array(importRowSchema),
  pagination: z.object({ page: z.int(), limit: z.int(), total: z.int() }),
})
export type ImportRowPage = z.output<typeof importRowPageSchema>

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
    .record(z.string().regex(/^\d{1,4}$/, 'must be the index of a column, from 0'), z.string())
    .refine((cells) => Object.keys(cells).length > 0, 'needs at least one cell'),
})

/** POST …/imports/{id}/apply. Rows with errors are skipped only when asked. */
export const importApplyBody = z.strictObject({ leaveRefused: z.boolean().optional() }).default({})
