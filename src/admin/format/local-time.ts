import { dateFormat } from './region.ts'

/**
 * Returns a moment in the format of date and time controls, in the reader's zone: '2026-12-01T09:30'; '' for other
 * values.
 */
export function localTime(iso: string): string {
  const at = new Date(iso)
  if (iso === '' || Number.isNaN(at.getTime())) return ''
  const shown = new Date(at.getTime() + offsetAt(at.getTime()))
  const [day = '', time = ''] = shown.toISOString().slice(0, -1).split('T')
  return `${day}T${time.replace(/\.000$/, '').replace(/^(..:..):00$/, '$1')}`
}

/**
 * Returns the UTC moment of a local time. A time that the clocks skip becomes the one after. Other texts are
 * returned unchanged.
 */
export function instantOf(local: string): string {
  const shown = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local) ? Date.parse(`${local}Z`) : Number.NaN
  if (Number.isNaN(shown)) return local
  const before = offsetAt(shown - DAY)
  const meant = [before, offsetAt(shown + DAY)].find(
    (offset) => offsetAt(shown - offset) === offset,
  )
  return new Date(shown - (meant ?? before)).toISOString()
}

const DAY = 86_400_000

const clocks = dateFormat(
  {
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' },
  },
  'en-US',
)

/** Returns the zone's offset from UTC at a moment, in milliseconds. */
function offsetAt(instant: number): number {
  const shown = new Date(0)
  const parts = clocks().formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  shown.setUTCFullYear(part('year'), part('month') - 1, part('day'))
  shown.setUTCHours(part('hour'), part('minute'), part('second'))
  return shown.getTime() - Math.floor(instant / 1000) * 1000
}
