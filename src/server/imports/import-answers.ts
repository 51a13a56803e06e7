import * as z from 'zod'
import { EXPORT_FORMATS } from '#contract/analytics.ts'
import {
  DATE_FORMS,
  IMPORT_ENCODINGS,
  IMPORT_SEPARATORS,
  IMPORT_STATES,
  NUMBER_FORMS,
  ROW_STATES,
} from '#contract/imports.ts'
import { answerSchema } from '#server/http/json-schema.ts'

const column = z.object({
  header: z.string(),
  field: z.string().nullable(),
  sample: z.array(z.string()),
})
const field = z.object({
  path: z.string(),
  label: z.string(),
  isRequired: z.boolean(),
  hint: z.string().describe('How a cell of it is written'),
})
const reading = z.object({
  encoding: z.enum(IMPORT_ENCODINGS.map(({ value }) => value)).optional(),
  separator: z.literal(Object.keys(IMPORT_SEPARATORS)).optional(),
  sheet: z.string().optional(),
  sheets: z.array(z.string()).optional().describe('Hidden ones last'),
  hiddenSheets: z.array(z.string()).optional(),
  headLine: z.int().optional().describe('The line whose cells are the column names'),
  preview: z
    .array(z.object({ line: z.int(), cells: z.array(z.string()) }))
    .describe('The first lines with anything in them; passwords are masked'),
})
const formOf = (forms: readonly string[]) =>
  z.object({
    form: z
      .literal([...forms])
      .nullable()
      .describe('Null while nobody said so: to be answered'),
    isDetected: z.boolean(),
    example: z.string().describe('A cell whose meaning depends on it'),
  })
const row = z.object({
  line: z.int().describe('In the file; of a sheet or JSON the number of the row, the head being 1'),
  cells: z.array(z.string()),
  state: z.enum(ROW_STATES),
  faults: z.array(
    z.object({ column: z.int().optional(), field: z.string().optional(), message: z.string() }),
  ),
  id: z.string().optional(),
  name: z.string().optional(),
  fields: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('By path, what each field is and would be'),
})

/** What answers say of imports. */
export const importAnswer = answerSchema(
  z.object({
    id: z.string(),
    resource: z.string(),
    file: z.string(),
    format: z.enum(EXPORT_FORMATS),
    state: z.enum(IMPORT_STATES),
    at: z.string(),
    columns: z.array(column),
    fields: z.array(field),
    by: z.string().nullable().describe('By what a row finds the record that it changes'),
    keys: z.array(z.object({ path: z.string(), label: z.string() })),
    reading: reading.describe('How the file was read; send it again to have it read otherwise'),
    numbers: formOf(NUMBER_FORMS)
      .optional()
      .describe('How numbers are written: 1,234.5 (point) or 1.234,5 (comma)'),
    dates: formOf(DATE_FORMS)
      .optional()
      .describe('How dates are written: 31/12/2026 (dayFirst) or 12/31/2026 (monthFirst)'),
    rows: z.int(),
    done: z.int(),
    counts: z.object({
      ...{ waiting: z.int(), create: z.int(), update: z.int() },
      ...{ unchanged: z.int(), refused: z.int() },
    }),
    problem: z.string().optional().describe('Why the last attempt to apply it changed nothing'),
    change: z.string().optional().describe('The change that was made'),
  }),
)
export const importRowAnswer = answerSchema(row)
export const importRowsAnswer = answerSchema(
  z.object({
    rows: z.array(row),
    pagination: z.object({ page: z.int(), limit: z.int(), total: z.int() }),
  }),
)
