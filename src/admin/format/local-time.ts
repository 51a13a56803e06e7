import { LOCALE } from './translate.ts'

/** A moment as a control for dates and times has it, in the browser's zone: '2026-12-01T09:30'; '' for none. */
export function localTime(iso: string): string {
  const at = new Date(iso)
  if (iso === '' || Number.isNaN(at.getTime())) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const [seconds, thousandths] = [at.getSeconds(), at.getMilliseconds()]
  const rest = thousandths > 0 ? `.${String(thousandths).padStart(3, '0')}` : ''
  const precise = seconds + thousandths > 0 ? `:${two(seconds)}${rest}` : ''
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}${precise}`
}

/** The moment, as UTC, that a local time means; of one that the clocks skip, the one after; the text when none. */
export function instantOf(local: string): string {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? local : at.toISOString()
}

/** Whether the clocks go from before this local time to after it: no moment is called so. */
export function isSkipped(local: string): boolean {
  return local !== '' && localTime(instantOf(local)).slice(0, 16) !== local.slice(0, 16)
}

/** The browser's time zone, with its distance from UTC at a moment: 'Europe/Vienna, GMT+1'. */
export function zoneAt(iso: string): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const at = new Date(iso)
  // Before there were time zones, every town had its own minutes.
  if (iso === '' || Number.isNaN(at.getTime()) || at.getFullYear() < 1900) return timeZone
  const distance = new Intl.DateTimeFormat(LOCALE, { timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value
  return distance === undefined || timeZone === 'UTC' ? timeZone : `${timeZone}, ${distance}`
}
