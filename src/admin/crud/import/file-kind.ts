import { formatBytes, formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { IMPORT_TYPES, MOST_BYTES, MOST_ROWS } from '#contract/imports.ts'

const TYPES: Readonly<Record<string, string>> = {
  csv: IMPORT_TYPES.csv,
  tsv: IMPORT_TYPES.csv,
  txt: IMPORT_TYPES.csv,
  json: IMPORT_TYPES.json,
  xlsx: IMPORT_TYPES.xlsx,
}

/** What a dialog for files offers. */
export const ACCEPTED = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join()

/** 'up to 200,000 rows and 67 MB' */
export function limitWords(): string {
  return translate('up to {rows} rows and {size}', {
    rows: formatNumber(MOST_ROWS),
    size: formatBytes(MOST_BYTES),
  })
}

/** What a file is sent as, by its name; or, before a byte of it is sent, why it is not taken. */
export function kindOf({ name, size }: Pick<File, 'name' | 'size'>): {
  type?: string
  fault?: string
} {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const type = Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined
  if (ending === 'xls')
    return { fault: translate('This is the former format of Excel. Save it as .xlsx there.') }
  if (type === undefined)
    return { fault: translate('{name} is no CSV, Excel or JSON file.', { name }) }
  if (size === 0) return { fault: translate('{name} is empty.', { name }) }
  if (size > MOST_BYTES)
    return {
      fault: translate('{name} is too large: {size}. A file has {limit}.', {
        name,
        size: formatBytes(size),
        limit: limitWords(),
      }),
    }
  return { type }
}
