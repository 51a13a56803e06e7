import { counted } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { IMPORT_ENCODINGS, type Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'

/** Query of an import's address that shows its columns after the preview. */
export const AT_COLUMNS = '?step=columns'

/** 'users', within a sentence. */
export const things = ({ label }: Resource): string => translateWithin(label.many)

/** 'user', within a sentence. */
export const thing = ({ label }: Resource): string => translateWithin(label.one)

/** '1 row', '1,204 rows'. */
export const rowsOf = (count: number): string => counted(count, '{count} row', '{count} rows')

export const writing = ({ create, update }: Import['counts']): number => create + update

export const percentOf = (done: number, whole: number): number =>
  whole > 0 ? Math.min(100, Math.round((done / whole) * 100)) : 0

export const encodings = () =>
  IMPORT_ENCODINGS.map(({ value, label }) => ({ value, label: translate(label) }))
