import { afterEach, expect, test } from 'vitest'
import { instantOf, isSkipped, localTime, zoneAt } from './local-time.ts'
import { formatDay } from './numbers.ts'
import { chooseRegion } from './region.ts'
import { dayHeading, exactTime, shortTime, shownTime } from './time.ts'

const now = Date.parse('2026-03-10T23:30:00Z')

afterEach(() => chooseRegion({}))

test('ACC-07 moments are of the day and the hour that it is in the chosen time zone', () => {
  chooseRegion({ timeZone: 'Asia/Tokyo' })
  expect(shownTime('2026-03-10T23:00:00Z', now)?.day).toBe('Today 08:00')
  expect(shownTime('2026-03-10T14:59:00Z', now)).toMatchObject({ day: 'Mar 10, 2026' })
  expect(dayHeading('2026-03-10T14:59:00Z', now)).toBe('Yesterday')
  chooseRegion({ timeZone: 'America/Los_Angeles' })
  expect(shownTime('2026-03-10T14:59:00Z', now)?.day).toBe('Today 07:59')
  expect(shortTime('2026-01-01T03:00:00Z', now)).toBe('Dec 31, 2025')
})

test.each(['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'ACC-07 a day of the calendar is the same day in %s',
  (timeZone) => {
    chooseRegion({ timeZone })
    expect(exactTime('2026-03-05', now)).toMatch(/^Mar 5, 2026/)
    expect(shownTime('2026-03-05', now)?.day).toBe('Mar 5, 2026')
    expect(formatDay('2026-03-05')).toBe('Mar 5, 2026')
  },
)

test('ACC-07 dates are written in the chosen language, at once and back again', () => {
  chooseRegion({ language: 'de' })
  expect(formatDay('2026-03-05')).toBe('05.03.2026')
  chooseRegion({ language: 'en-GB' })
  expect(formatDay('2026-03-05')).toBe('5 Mar 2026')
  chooseRegion({ language: 'no such language', timeZone: 'Nowhere/At_all' })
  expect(formatDay('2026-03-05')).toBe('Mar 5, 2026')
})

test('ACC-07 a moment is typed in the chosen zone, also where its clocks change', () => {
  chooseRegion({ timeZone: 'Europe/Vienna' })
  expect(localTime('2026-07-01T07:30:00Z')).toBe('2026-07-01T09:30')
  expect(localTime('2026-07-01T07:30:05.250Z')).toBe('2026-07-01T09:30:05.250')
  expect(instantOf('2026-12-01T09:30')).toBe('2026-12-01T08:30:00.000Z')
  expect(zoneAt('2026-12-01T08:30:00Z')).toBe('Europe/Vienna, GMT+1')
  // The clocks skip it; of the hour that comes twice the first is meant.
  expect(isSkipped('2026-03-29T02:30')).toBe(true)
  expect(instantOf('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z')
  expect(instantOf('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
  for (const text of ['', '?', 'soon']) expect(instantOf(text)).toBe(text)
  expect(localTime('never')).toBe('')
})
