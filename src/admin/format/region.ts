import { LOCALE } from './language.ts'

/** In which language and time zone a person reads dates; absent is that of the console, and the browser's own. */
export interface Region {
  language?: string
  timeZone?: string
}

let region: Region = {}
let edition = 0
let countedIn: string | undefined

/** From now on dates are written so. What the browser does not know is as if it were absent. */
export function chooseRegion({ language, timeZone }: Region): void {
  region = {
    ...(language !== undefined && isKnown(language) && { language }),
    ...(timeZone !== undefined && isKnown(LOCALE, timeZone) && { timeZone }),
  }
  edition++
}

/** From now on days are counted in this time zone; in the reader's where none is known. */
export function countDaysIn(timeZone: string | undefined): void {
  countedIn = timeZone !== undefined && isKnown(LOCALE, timeZone) ? timeZone : undefined
}

/** The time zone that days are counted in, where it is not the reader's. */
export function otherDaysZone(): string | undefined {
  return countedIn !== undefined && nameOf(countedIn) !== nameOf(zoneNow()) ? countedIn : undefined
}

/** A zone by the one of its names that the browser uses: UTC and Etc/UTC are the same. */
function nameOf(timeZone: string): string {
  return new Intl.DateTimeFormat(LOCALE, { timeZone }).resolvedOptions().timeZone
}

/** The time zone of the browser. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The time zone that moments are shown and typed in. */
export function zoneNow(): string {
  return region.timeZone ?? browserZone()
}

/**
 * Gives a format of dates that follows what is chosen, made when it is first used: in the reader's time zone, or in
 * the one that is asked for. Takes a language where it is not for people to read.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions, fixed?: string) {
  const made = new Map<string | undefined, Intl.DateTimeFormat>()
  let madeIn = -1
  return (zone?: string): Intl.DateTimeFormat => {
    if (madeIn !== edition) made.clear()
    madeIn = edition
    const { language = LOCALE, timeZone } = region
    const format =
      made.get(zone) ??
      new Intl.DateTimeFormat(fixed ?? language, {
        ...(timeZone && { timeZone }),
        ...options,
        ...(zone && { timeZone: zone }),
      })
    made.set(zone, format)
    return format
  }
}

function isKnown(language: string, timeZone?: string): boolean {
  try {
    return new Intl.DateTimeFormat(language, { timeZone }).format() !== ''
  } catch {
    return false
  }
}
