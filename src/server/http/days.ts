const DAY_MS = 86_400_000
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/**
 * The instant at which a calendar day begins in a time zone; `plusDays` later when given.
 * Undefined when the text is no day of the calendar (2026-02-30).
 */
export function startOfDay(text: string, zone: string, plusDays = 0): Date | undefined {
  const [, year, month, day] = DAY.exec(text) ?? []
  if (!(year && month && day)) return undefined
  const asked = new Date(`${text}T00:00:00Z`)
  // Dates roll over (30 February becomes 2 March): such a day does not exist.
  if (Number.isNaN(asked.getTime()) || asked.toISOString().slice(0, 10) !== text) return undefined
  const midnight = asked.getTime() + plusDays * DAY_MS
  // The offset may change on the day. Where midnight itself is left out, the day begins after the gap.
  const [early = 0, late = 0] = [midnight - DAY_MS, midnight + DAY_MS]
    .map((near) => midnight - offsetAt(near, zone))
    .sort((one, other) => one - other)
  return new Date(early + offsetAt(early, zone) >= midnight ? early : late)
}

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  if (zone === 'UTC') return 0
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const at = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(
    at('year'),
    at('month') - 1,
    at('day'),
    at('hour'),
    at('minute'),
    at('second'),
  )
  return local - Math.floor(instant / 1000) * 1000
}
