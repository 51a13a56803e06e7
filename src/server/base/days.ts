import { isDay } from '#contract/insight/days.ts'

const DAY_MS = 86_400_000

/**
 * The instant at which a calendar day begins in a time zone; `plusDays` later when given.
 * Undefined when the text is no day of the calendar (2026-02-30).
 */
export function startOfDay(text: string, zone: string, plusDays = 0): Date | undefined {
  if (!isDay(text)) return undefined
  return instantOf(Date.parse(`${text}T00:00:00Z`) + plusDays * DAY_MS, zone)
}

/** The instant at which clocks in a time zone show a day and a time of it, '10:14'. Both must be such. */
export function timeOfDay(day: string, time: string, zone: string): Date {
  return instantOf(Date.parse(`${day}T${time}:00Z`), zone)
}

/** The instant at which clocks in a time zone show what clocks in UTC show at `local`. */
function instantOf(local: number, zone: string): Date {
  // The offset may change on the day. Of a time that is left out, the one after the gap.
  const [early = 0, late = 0] = [local - DAY_MS, local + DAY_MS]
    .map((near) => local - offsetAt(near, zone))
    .sort((one, other) => one - other)
  return new Date(early + offsetAt(early, zone) >= local ? early : late)
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
