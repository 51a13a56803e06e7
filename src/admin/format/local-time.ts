import { LOCALE } from './language.ts'
import { dateFormat, zoneNow } from './region.ts'

/** A moment as a control for dates and times has it, in the zone of its reader: '2026-12-01T09:30'; '' for none. */
export function localTime(iso: string): string {
  const at = new Date(iso)
  if (iso === '' || Number.isNaN(at.getTime())) return ''
  const shown = new Date(at.getTime() + offsetAt(at.getTime()))
  const [day = '', time = ''] = shown.toISOString().slice(0, -1).split('T')
  return `${day}T${time.replace(/\.000$/, '').replace(/^(..:..):00$/, '$1')}`
}

/** The moment, as UTC, that a local time means; of one that the clocks skip, the one after; the text when none. */
export function instantOf(local: string): string {
  const shown = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local) ? Date.parse(`${local}Z`) : Number.NaN
  if (Number.isNaN(shown)) return local
  const before = offsetAt(shown - DAY)
  const meant = [before, offsetAt(shown + DAY)].find(
    (offset) => offsetAt(shown - offset) === offset,
  )
  return new Date(shown - (meant ?? before)).toISOString()
}

/** Whether the clocks go from before this local time to after it: no moment is called so. */
export function isSkipped(local: string): boolean {
  return local !== '' && localTime(instantOf(local)).slice(0, 16) !== local.slice(0, 16)
}

/** The reader's time zone, with its distance from UTC at a moment: 'Europe/Vienna, GMT+1'. */
export function zoneAt(iso: string): string {
  const timeZone = zoneNow()
  const at = new Date(iso)
  // Before there were time zones, every town had its own minutes.
  if (iso === '' || Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1900) return timeZone
  const distance = distances()
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  return distance === undefined || timeZone === 'UTC' ? timeZone : `${timeZone}, ${distance}`
}

const DAY = 86_400_000

const distances = dateFormat({ timeZoneName: 'shortOffset' }, LOCALE)
const clocks = dateFormat(
  {
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', era: 'short' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' },
  },
  'en-US',
)

/** How far the clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(instant: number): number {
  const parts = clocks().formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const shown = new Date(0)
  const isBefore = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'))
  shown.setUTCFullYear(isBefore ? 1 - part('year') : part('year'), part('month') - 1, part('day'))
  shown.setUTCHours(part('hour'), part('minute'), part('second'))
  return shown.getTime() - Math.floor(instant / 1000) * 1000
}
