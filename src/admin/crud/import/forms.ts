import { formatShortDay } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { DateForm, NumberForm } from '#contract/imports.ts'

/** '1.000 means 1000 (comma is the decimal sign)': what a cell of the file means where numbers are written so. */
export function numberWords(example: string, form: NumberForm): string {
  const value = numberIn(example, form)
  if (form === 'comma')
    return value === undefined
      ? translate('Comma is the decimal sign (1.234,5)')
      : translate('{example} means {value} (comma is the decimal sign)', { example, value })
  return value === undefined
    ? translate('Point is the decimal sign (1,234.5)')
    : translate('{example} means {value} (point is the decimal sign)', { example, value })
}

/** '03/04/2026 means Apr 3 (day first)'. */
export function dateWords(example: string, form: DateForm): string {
  const value = dateIn(example, form)
  if (form === 'dayFirst')
    return value === undefined
      ? translate('Day first (31/12/2026)')
      : translate('{example} means {value} (day first)', { example, value })
  return value === undefined
    ? translate('Month first (12/31/2026)')
    : translate('{example} means {value} (month first)', { example, value })
}

const NUMBERS: Readonly<Record<NumberForm, [number: RegExp, groups: string, decimal: string]>> = {
  point: [/^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/, ',', '.'],
  comma: [/^[+-]?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/, '.', ','],
}

function numberIn(example: string, form: NumberForm): string | undefined {
  const [number, groups, decimal] = NUMBERS[form]
  const text = example.replace(/[\s'’]/g, '')
  if (!number.test(text)) return undefined
  return String(Number(text.replaceAll(groups, '').replace(decimal, '.')))
}

/** Without its year, which may be written in two digits. */
function dateIn(example: string, form: DateForm): string | undefined {
  const [, one, other] = /^\s*(\d{1,2})\D(\d{1,2})\D\d{2,4}\b/.exec(example) ?? []
  const [date = '', month = ''] = form === 'dayFirst' ? [one, other] : [other, one]
  if (!(Number(month) >= 1 && Number(month) <= 12 && Number(date) >= 1 && Number(date) <= 31))
    return undefined
  return formatShortDay(`2024-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
}
