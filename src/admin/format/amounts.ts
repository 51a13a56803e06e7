import { amountOf } from '#model/words.ts'
import { translateCount } from './translate.ts'

/** Formats a number with its unit: '45 minutes', '1.5 hours'. Returns undefined without an amount. */
export function formatAmount(value: unknown, unit: unknown): string | undefined {
  const text = amountOf(value, unit)
  return text === undefined ? undefined : amountSaid(text)
}

const AMOUNT = /^(\d+(?:\.\d+)?) (minute|hour|day|week|month)s?$/

/** Translates an English amount of a declaration's own column. Other texts are returned unchanged. */
export function amountSaid(text: string): string {
  const [, number, unit] = AMOUNT.exec(text) ?? []
  if (number === undefined) return text
  return translateCount(Number(number), `{count} ${unit}`, `{count} ${unit}s`, {
    count: Number(number),
  })
}
