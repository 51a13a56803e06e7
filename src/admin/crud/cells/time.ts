const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const LOCALE = 'en'
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
const exact = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })

/** The local date and time of an ISO text; undefined when it is none (WIRE-02). */
export function exactTime(iso: unknown): string | undefined {
  const time = toTime(iso)
  return time && exact.format(time)
}

/** How long ago or ahead an ISO text is, in the largest unit that fits: '3 days ago'. */
export function relativeTime(iso: unknown, now: number): string | undefined {
  const time = toTime(iso)
  if (!time) return undefined
  const seconds = (time.getTime() - now) / 1000
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
  return relative.format(0, 'second')
}

function toTime(iso: unknown): Date | undefined {
  if (typeof iso !== 'string' || iso === '') return undefined
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? undefined : time
}
