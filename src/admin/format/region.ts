import { LOCALE } from './language.ts'

/** In which language and time zone a person reads dates; absent is that of the console, and the browser's own. */
export interface Region {
  language?: string
  timeZone?: string
}

let region: Region = {}
let edition = 0

/** From now on dates are written so. What the browser does not know is as if it were absent. */
export function chooseRegion({ language, timeZone }: Region): void {
  region = {
    ...(language !== undefined && isKnown(language) && { language }),
    ...(timeZone !== undefined && isKnown(LOCALE, timeZone) && { timeZone }),
  }
  edition++
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
 * Gives a format of dates that follows what is chosen, made when it is first used. Takes a language where it is not
 * for people to read.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions, fixed?: string) {
  let made: Intl.DateTimeFormat | undefined
  let madeIn = -1
  return (): Intl.DateTimeFormat => {
    if (made && madeIn === edition) return made
    madeIn = edition
    const { language = LOCALE, timeZone } = region
    made = new Intl.DateTimeFormat(fixed ?? language, { ...(timeZone && { timeZone }), ...options })
    return made
  }
}

function isKnown(language: string, timeZone?: string): boolean {
  try {
    return new Intl.DateTimeFormat(language, { timeZone }).format() !== ''
  } catch {
    return false
  }
}
