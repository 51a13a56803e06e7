import { offsetAt } from '#server/db/days.ts'

const DAY_MS = 86_400_000
/** Days from the workbook's zero (30 December 1899) to 1970. */
const EPOCH = 25_569
/** Workbooks believe in a 29 February 1900: earlier days would be off by one. */
const FIRST = 61
/** All zones change their offset at a multiple of it. */
const STEP_MS = 15 * 60_000

/** The number a workbook keeps for a day; undefined for one before March 1900. */
export function serialOfDay(day: string): number | undefined {
  return checked(Date.parse(`${day}T00:00:00Z`) / DAY_MS + EPOCH)
}

/**
 * Makes the function from an ISO time to the number a workbook keeps for it: cells have no time zone, so
 * they show the clocks of this one. Undefined for times before March 1900.
 */
export function createSerials(zone: string): (iso: string) => number | undefined {
  let step = Number.NaN
  let offset = 0
  return (iso) => {
    const at = Date.parse(iso)
    if (Math.floor(at / STEP_MS) !== step) {
      step = Math.floor(at / STEP_MS)
      offset = offsetAt(at, zone)
    }
    return checked((at + offset) / DAY_MS + EPOCH)
  }
}

function checked(serial: number): number | undefined {
  // Up to a tenth of a millisecond later: some readers cut where they should round.
  return serial >= FIRST ? Math.ceil(serial * 1e9) / 1e9 : undefined
}
