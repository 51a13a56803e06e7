// Forbids zod to evaluate texts, before it may.
import '#model/schema.ts'
import * as z from 'zod'
import { DATE_FORMS, NUMBER_FORMS } from './imports.ts'

/**
 * PUT …/imports/{id}/columns: the field of each column, in the file's order, by what a row finds its record, and how
 * numbers and dates are written where that was not detected or is otherwise.
 */
export const columnsBody = z.strictObject({
  columns: z.array(z.string().nullable()).min(1).max(1000),
  by: z.string().nullable(),
  numbers: z.enum(NUMBER_FORMS).optional(),
  dates: z.enum(DATE_FORMS).optional(),
})
export type ColumnsBody = z.output<typeof columnsBody>

/** PATCH …/imports/{id}/rows/{line}: what is to stand in cells, by the places of their columns, from 0. */
export const rowBody = z.strictObject({
  cells: z
    .record(z.string().regex(/^\d{1,4}$/, 'must be the place of a column, from 0'), z.string())
    .refine((cells) => Object.keys(cells).length > 0, 'must name a cell'),
})

/** POST …/imports/{id}/apply; rows with problems are left out by nobody's silence. */
export const importApplyBody = z.strictObject({ leaveRefused: z.boolean().optional() }).default({})
