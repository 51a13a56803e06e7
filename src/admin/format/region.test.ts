import { afterEach, expect, test, vi } from 'vitest'
import { instantOf, localTime } from './local-time.ts'
import { formatDay } from './numbers.ts'
import { chooseZone, countDaysIn, otherDaysZone, zoneNow } from './region.ts'
import { exactTime, shownTime } from './time.ts'

const now = Date.parse('2026-03-10T23:30:00Z')

afterEach(() => {
  chooseZone(undefined)
  countDaysIn(undefined)
})

test('moments have the day and hour of the chosen time zone', () => {
  chooseZone('Asia/Tokyo')
  expect(shownTime('2026-03-10T23:00:00Z', now)?.day).toBe('Today 08:00')
  expect(shownTime('2026-03-10T14:59:00Z', now)).toMatchObject({ day: 'Mar 10, 2026' })
  chooseZone('America/Los_Angeles')
  expect(shownTime('2026-03-10T14:59:00Z', now)?.day).toBe('Today 07:59')
})

test.each(['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'a calendar day is the same day in %s',
  (timeZone) => {
    chooseZone(timeZone)
    expect(exactTime('2026-03-05', now)).toMatch(/^Mar 5, 2026/)
    expect(shownTime('2026-03-05', now)?.day).toBe('Mar 5, 2026')
    expect(formatDay('2026-03-05')).toBe('Mar 5, 2026')
  },
)

test('dates are written as the language of the browser has them', async () => {
  vi.stubGlobal('navigator', { language: 'de' })
  vi.resetModules()
  const { formatDay } = await import('./numbers.ts')
  expect(formatDay('2026-03-05')).toBe('05.03.2026')
  vi.unstubAllGlobals()
})

test('a time zone that the browser does not know is ignored', () => {
  const own = zoneNow()
  chooseZone('Asia/Tokyo')
  chooseZone('Nowhere/At_all')
  expect(zoneNow()).toBe(own)
})

test('a moment is typed in the chosen zone, even when its clocks change', () => {
  chooseZone('Europe/Vienna')
  expect(localTime('2026-07-01T07:30:00Z')).toBe('2026-07-01T09:30')
  expect(localTime('2026-07-01T07:30:05.250Z')).toBe('2026-07-01T09:30:05.250')
  expect(instantOf('2026-12-01T09:30')).toBe('2026-12-01T08:30:00.000Z')
  // The clocks skip the first; of the hour that comes twice the first is meant.
  expect(instantOf('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z')
  expect(instantOf('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
  for (const text of ['', '?', 'soon']) expect(instantOf(text)).toBe(text)
  expect(localTime('never')).toBe('')
})

test('days are counted in a separate zone unless it equals the reader’s, under any name', () => {
  chooseZone('America/Los_Angeles')
  countDaysIn('UTC')
  expect(otherDaysZone()).toBe('UTC')
  chooseZone('Etc/UTC')
  expect(otherDaysZone()).toBeUndefined()
  for (const unknown of [undefined, 'Nowhere/At_all']) {
    chooseZone('America/Los_Angeles')
    countDaysIn(unknown)
    expect(otherDaysZone()).toBeUndefined()
  }
})
