import type { Import } from '#contract/imports.ts'
import { type Forms, formIn } from './conventions.ts'
import type { Fillable } from './fillable.ts'
import type { Evidence, KeptImport } from './kept-imports.ts'

type Read = Pick<KeptImport, 'columns' | 'format' | 'reading' | 'numbers' | 'dates'>

/**
 * How the numbers and dates of an import are written: as its author says, or as the cells of the columns that fill such
 * fields show. What no cell depends on is not shown.
 */
export function formsOf(
  one: Read,
  fillables: readonly Fillable[],
): { forms: Forms; shown: Pick<Import, 'numbers' | 'dates'> } {
  const columns = one.columns.flatMap((column) => {
    const field = fillables.find(({ path }) => path === column.field)
    return field && column.signs ? [{ ...column, signs: column.signs, kind: field.kind }] : []
  })
  const numbers = columns.filter(({ kind }) => kind === 'number')
  const dates = columns.filter(({ kind }) => kind === 'date' || kind === 'day')
  const [number, date] = [
    settled(
      numbers.map(({ signs }) => signs.numbers),
      one.numbers,
      isExport(one, numbers) ? 'point' : undefined,
    ),
    settled(
      dates.map(({ signs }) => signs.dates),
      one.dates,
    ),
  ]
  return {
    forms: { numbers: number.form ?? undefined, dates: date.form ?? undefined },
    shown: {
      ...(number.shown && { numbers: number.shown }),
      ...(date.shown && { dates: date.shown }),
    },
  }
}

function settled<Form extends string>(
  evidence: readonly Evidence<Form>[],
  said: Form | null,
  usual?: Form,
) {
  const { form: seen, example } = formIn(evidence)
  const detected = seen ?? (example === undefined ? null : (usual ?? null))
  const form = said ?? detected
  const shown = { form, isDetected: said === null && form !== null, example: example ?? '' }
  return { form, ...(example !== undefined && { shown }) }
}

/** Whether the numbers are as our own export of a list writes them: by its heads, and without a comma. */
function isExport(
  { format, reading, columns }: Read,
  numbers: readonly {
    header: string
    field: string | null
    signs: { numbers: Evidence<string> }
  }[],
): boolean {
  return (
    format === 'csv' &&
    reading.separator === 'comma' &&
    columns.some(({ header, field }) => header === 'id' && field === '_id') &&
    numbers.every(
      ({ header, field, signs }) =>
        header === field &&
        signs.numbers.sure.comma === undefined &&
        signs.numbers.ambiguous[','] === undefined,
    )
  )
}
