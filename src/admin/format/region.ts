import { LOCALE } from './language.ts'

/** Dates use the browser's language, or outside of a browser the console's. */
const LANGUAGE = globalThis.navigator?.language ?? LOCALE

let chosenZone: string | undefined
let countedIn: string | undefined

/** Sets the time zone of moments; undefined means the browser's. */
export function chooseZone(timeZone: string | undefined): void {
  chosenZone = isKnown(timeZone) ? timeZone : undefined
}

/** Sets the time zone in which days are counted; undefined means the reader's. */
export function countDaysIn(timeZone: string | undefined): void {
  countedIn = isKnown(timeZone) ? timeZone : undefined
}

/** Returns the time zone in which days are counted, if it is not the reader's. */
export function otherDaysZone(): string | undefined {
  return countedIn !== undefined && nameOf(countedIn) !== nameOf(zoneNow()) ? countedIn : undefined
}

/**
 * Returns the browser's own name of a zone: UTC and Etc/UTC are the same. Without an argument, the browser's zone.
 */
function nameOf(timeZone?: string): string {
  return new Intl.DateTimeFormat(LOCALE, { timeZone }).resolvedOptions().timeZone
}

/** The time zone of the browser. */
export const browserZone = () => nameOf()

/** The time zone that moments are shown and typed in. */
export const zoneNow = () => chosenZone ?? browserZone()

/**
 * Returns a date format, created on first use. Its time zone is the requested one, else the format's own, else the
 * reader's. `fixed` sets a language for texts that are not for users.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions, fixed?: string) {
  const made = new Map<string | undefined, Intl.DateTimeFormat>()
  return (zone?: string): Intl.DateTimeFormat => {
    const timeZone = zone ?? options.timeZone ?? chosenZone
    const format =
      made.get(timeZone) ??
      // Date fields count the same years for everyone.
      new Intl.DateTimeFormat(fixed ?? LANGUAGE, { calendar: 'gregory', ...options, timeZone })
    made.set(timeZone, format)
    return format
  }
}

function isKnown(timeZone: string | undefined): boolean {
  try {
    return timeZone !== undefined && nameOf(timeZone) !== ''
  } catch {
    return false
  }
}
