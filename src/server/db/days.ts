import { isDay } from '#contract/days.ts'

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

/** What clocks in a time zone show at an ISO time, as a workbook's cell does: '2026-03-01 09:30:00'; at midnight the day alone. */
export function localTime(iso: string, zone: string): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return iso
  const [day = '', time = ''] = new Date(at + offsetAt(at, zone))
    .toISOString()
    .slice(0, -1)
    .split('T')
  return time === '00:00:00.000' ? day : `${day} ${time.replace(/\.000$/, '')}`
}

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?$/i

/** The instant that a person means: one that names no zone is of this one, and a day is its beginning. */
export function timeFrom(text: string, zone: string): Date | undefined {
  if (isDay(text)) return startOfDay(text, zone)
  const [, day = '', time = '', offset] = TIME.exec(text) ?? []
  const given = Date.parse(`${day}T${time}${offset ?? 'Z'}`)
  if (Number.isNaN(given)) return undefined
  // A workbook's times are fractions of days, which fall short of a second by less than this.
  const at = given % 1000 === 999 ? given + 1 : given
  return offset ? new Date(at) : instantOf(at, zone)
}
