// Forbids zod to evaluate texts, before it may.
import '#model/schema.ts'
import * as z from 'zod'

/** PUT …/imports/{id}/columns: the field of each column, in the file's order, and by what a row finds its record. */
export const columnsBody = z.strictObject({
  columns: z.array(z.string().nullable()).min(1).max(1000),
  by: z.string().nullable(),
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
