import { isDay } from '#contract/days.ts'

const DAY_MS = 86_400_000

/** Returns when a calendar day begins in a zone, or `plusDays` later; undefined for an invalid day (2026-02-30). */
export function startOfDay(text: string, zone: string, plusDays = 0): Date | undefined {
  if (!isDay(text)) return undefined
  return instantOf(Date.parse(`${text}T00:00:00Z`) + plusDays * DAY_MS, zone)
}

/** Returns when clocks in a zone show a valid day and time ('10:14'). */
export function timeOfDay(day: string, time: string, zone: string): Date {
  return instantOf(Date.parse(`${day}T${time}:00Z`), zone)
}

/** Returns when clocks in a zone show what clocks in UTC show at `local`. */
function instantOf(local: number, zone: string): Date {
  // The offset may change on the day. A time that the clocks skip moves to after the gap.
  const [early = 0, late = 0] = [local - DAY_MS, local + DAY_MS]
    .map((near) => local - offsetAt(near, zone))
    .sort((one, other) => one - other)
  return new Date(early + offsetAt(early, zone) >= local ? early : late)
}

/** Returns how far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  if (zone === 'UTC') return 0
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value
  // 'GMT+05:45', in old times with seconds; 'GMT' alone is UTC.
  const [, sign, hours, minutes, seconds = 0] =
    /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name ?? '') ?? []
  const offset = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -offset : offset
}

/** Returns an ISO time as a workbook's cell shows it in a zone: '2026-03-01 09:30:00', or the day alone at midnight. */
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

/** Reads a time that may name its zone, else is in `zone`. A day means its beginning. */
export function timeFrom(text: string, zone: string): Date | undefined {
  if (isDay(text)) return startOfDay(text, zone)
  const [, day = '', time = '', offset] = TIME.exec(text) ?? []
  const given = Date.parse(`${day}T${time}${offset ?? 'Z'}`)
  if (Number.isNaN(given)) return undefined
  // A workbook's times are fractions of days, which fall short of a second by less than this.
  const at = given % 1000 === 999 ? given + 1 : given
  return offset ? new Date(at) : instantOf(at, zone)
}
