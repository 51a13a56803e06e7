import * as z from 'zod'

/** What a value means beyond its kind; its controls and cells follow from it. */
export type Format = 'money' | 'duration' | 'colour' | 'image' | 'email' | 'web' | 'json'

export interface FormatMark {
  format: Format
  /** Of money: the three letters of its currency, or the key of the record that holds them. */
  currency?: string
  currencyIn?: string
}

/** What the makers of schema.ts say of their schemas and zod does not; describe.ts reads it. */
export const formats = z.registry<FormatMark>()

/** The schema with its mark, which everything that refines it keeps. */
export function marked<Schema extends z.ZodType>(schema: Schema, mark: FormatMark): Schema {
  formats.add(schema, mark)
  return schema
}

/** How many decimals amounts of a currency have; two where the currency is none. */
export function decimalsOf(currency: string): number {
  if (!isCurrency(currency)) return 2
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return maximumFractionDigits ?? 2
}

/** Whether a text is written as currencies are. */
export function isCurrency(text: string): boolean {
  return /^[A-Z]{3}$/.test(text)
}
