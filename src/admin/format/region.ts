import { LOCALE } from './language.ts'

/** Dates are written as the browser's language has them; the console's where no browser is. */
const LANGUAGE = globalThis.navigator?.language ?? LOCALE

let chosenZone: string | undefined
let countedIn: string | undefined

/** From now on moments are shown in this time zone; in the browser's own where none is known. */
export function chooseZone(timeZone: string | undefined): void {
  chosenZone = isKnown(timeZone) ? timeZone : undefined
}

/** From now on days are counted in this time zone; in the reader's where none is known. */
export function countDaysIn(timeZone: string | undefined): void {
  countedIn = isKnown(timeZone) ? timeZone : undefined
}

/** The time zone that days are counted in, where it is not the reader's. */
export function otherDaysZone(): string | undefined {
  return countedIn !== undefined && nameOf(countedIn) !== nameOf(zoneNow()) ? countedIn : undefined
}

/** A zone by the one of its names that the browser uses: UTC and Etc/UTC are the same. That of the browser without one. */
function nameOf(timeZone?: string): string {
  return new Intl.DateTimeFormat(LOCALE, { timeZone }).resolvedOptions().timeZone
}

/** The time zone of the browser. */
export const browserZone = () => nameOf()

/** The time zone that moments are shown and typed in. */
export const zoneNow = () => chosenZone ?? browserZone()

/**
 * Gives a format of dates, made when it is first used: in the time zone that is asked for, else in its own, else in the
 * reader's. Takes a language where it is not for people to read.
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
