import { translate } from '#admin/format/translate.ts'

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

/** Says a stretch of days, one end of which may be open: '1–31 Oct 2026', 'from 1 Oct 2026', 'until …'. */
export function dayRange(
  from: string | undefined,
  to: string | undefined,
  locale?: string,
): string {
  const format = new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' })
  const at = (text: string) => new Date(`${text}T00:00:00Z`)
  if (from && to) return format.formatRange(at(from), at(to))
  if (from) return translate('from {day}', { day: format.format(at(from)) })
  return to ? translate('until {day}', { day: format.format(at(to)) }) : ''
}
