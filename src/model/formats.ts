import * as z from 'zod'

/** The meaning of a value beyond its kind. It determines the control and the cell. */
export type Format = 'money' | 'duration' | 'colour' | 'image' | 'email' | 'web' | 'json'

export interface FormatMark {
  format: Format
  /** For money: the currency code, or in `currencyIn` the key of the record that holds it. */
  currency?: string
  currencyIn?: string
}

/** Formats that zod cannot express. The functions of schema.ts add them and describe.ts reads them. */
export const formats = z.registry<FormatMark>()

/** Adds the mark to the schema. Refined copies keep it. */
export function marked<Schema extends z.ZodType>(schema: Schema, mark: FormatMark): Schema {
  formats.add(schema, mark)
  return schema
}

/** Returns the number of decimals of a currency; 2 for an unknown one. */
export function decimalsOf(currency: string): number {
  if (!isCurrency(currency)) return 2
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return maximumFractionDigits ?? 2
}

/** Returns whether a text has the format of a currency code. */
export function isCurrency(text: string): boolean {
  return /^[A-Z]{3}$/.test(text)
}
