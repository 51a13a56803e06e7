import { amountOf } from '#model/amount.ts'
import { translateCount } from './translate.ts'

/** '45 minutes', '1.5 hours': a number with its unit in the language; undefined where there is none of it. */
export function formatAmount(value: unknown, unit: unknown): string | undefined {
  const text = amountOf(value, unit)
  return text === undefined ? undefined : amountSaid(text)
}

const AMOUNT = /^(\d+(?:\.\d+)?) (minute|hour|day|week|month)s?$/

/** The same of what a declaration's own column says in English; every other text stays as it is. */
export function amountSaid(text: string): string {
  const [, number, unit] = AMOUNT.exec(text) ?? []
  if (number === undefined) return text
  return translateCount(Number(number), `{count} ${unit}`, `{count} ${unit}s`, {
    count: Number(number),
  })
}
