import { describe, expect, test } from 'vitest'
import { TABS } from '#contract/insight/analytics.ts'
import { CHARTS } from '#contract/insight/charts.ts'
import { readAddress, writeAddress } from './address.ts'
import { daysFor, isTyped, nameAsked, problemOf, RANGES, rangeAsked } from './dates.ts'

const read = (text: string) => readAddress(new URLSearchParams(text))
const written = (text: string, change: Parameters<typeof writeAddress>[1]) =>
  writeAddress(new URLSearchParams(text), change).toString()

describe('ANA-01 the address', () => {
  test('an empty one is the first tab as pictures, over the usual days', () => {
    expect(read('')).toEqual({
      tab: 'engagement',
      range: undefined,
      start: undefined,
      end: undefined,
      isCompared: false,
      tables: new Set(),
    })
  })

  test('what is written is read again', () => {
    const text = written('', {
      tab: 'missions',
      start: '2026-01-01',
      end: '2026-01-31',
      isCompared: true,
      tables: new Set(['byType', 'completionRate']),
    })
    expect(text).toBe(
      'tab=missions&start=2026-01-01&end=2026-01-31&compare=1&table=completionRate%2CbyType',
    )
    expect(read(text)).toMatchObject({ tab: 'missions', start: '2026-01-01', isCompared: true })
    expect([...read(text).tables]).toEqual(['completionRate', 'byType'])
  })

  test('what is as usual is not written, and what is not ours stays', () => {
    const text = 'tab=growth&compare=1&table=all&x=1'
    expect(
      written(text, { tab: 'engagement', isCompared: false, tables: new Set(), start: undefined }),
    ).toBe('x=1')
  })

  test('FIG-04 a stretch is kept by its name, and goes on with the days; dates count for themselves', () => {
    const text = written('start=2026-01-01&end=2026-01-31', {
      range: 'last90days',
      start: undefined,
      end: undefined,
    })
    expect(text).toBe('range=last90days')
    expect(rangeAsked(read(text), '2026-11-20')).toEqual({ start: '2026-08-23', end: '2026-11-20' })
    expect(rangeAsked(read(text), '2026-11-21')).toEqual({ start: '2026-08-24', end: '2026-11-21' })
    expect(written(text, { range: 'last30days' })).toBe('')
    const old = read('range=last90days&start=2026-01-01&end=2026-01-31')
    expect(rangeAsked(old, '2026-11-20')).toEqual({ start: '2026-01-01', end: '2026-01-31' })
    expect(nameAsked(old)).toBeUndefined()
    expect(nameAsked(read('range=lastCentury'))).toBe('last30days')
  })

  test.each([
    ['start=2026-13-45', '2026-10-22', '2026-11-20', 'last30days'],
    ['start=2026-13-45&end=yesterday', '2026-10-22', '2026-11-20', 'last30days'],
    ['start=&end=', '2026-10-22', '2026-11-20', 'last30days'],
    ['range=last7days&end=0026-11-20', '2026-11-14', '2026-11-20', 'last7days'],
    ['start=2026-02-30&end=2026-01-30', '2026-01-01', '2026-01-30', undefined],
    ['start=2026-11-18&end=2026-11-31', '2026-11-18', '2026-11-20', undefined],
  ])('what is no date in %s is left out', (text, start, end, name) => {
    expect(rangeAsked(read(text), '2026-11-20')).toEqual({ start, end })
    expect(nameAsked(read(text))).toBe(name)
  })

  test('all charts as tables are asked for in a word', () => {
    expect(read('table=all').tables.size).toBe(CHARTS.length)
  })

  test.each(['settings', 'ENGAGEMENT', ''])('%j is no tab', (tab) => {
    expect(read(`tab=${tab}`).tab).toBeUndefined()
    expect(TABS).not.toContain(tab)
  })
})

describe('ANA-01 ANA-03 dates', () => {
  const today = '2026-11-20'

  test('nothing asked for is 30 days up to today; one date alone is filled in', () => {
    expect(rangeAsked({}, today)).toEqual({ start: '2026-10-22', end: today })
    expect(rangeAsked({ start: '2026-11-18' }, today)).toEqual({ start: '2026-11-18', end: today })
    expect(rangeAsked({ end: '2026-01-30' }, today)).toEqual({
      start: '2026-01-01',
      end: '2026-01-30',
    })
  })

  test.each([
    ['2026-11-21', '2026-11-20', 'The start date must not be after the end date.'],
    ['', '2026-11-20', 'Choose a start and an end date.'],
    ['2026-02-30', '2026-11-20', 'Choose a start and an end date.'],
    ['2021-11-16', '2026-11-20', 'Choose at most 1,830 days; this is 1,831.'],
    ['2021-11-17', '2026-11-20', undefined],
    ['2026-11-20', '2026-11-20', undefined],
    ['0002-11-20', '0002-11-20', 'Choose dates from 1900 on.'],
  ])('%s to %s: %s', (start, end, problem) => {
    expect(problemOf({ start, end })).toBe(problem)
  })

  test.each([
    ['0202-11-01', false],
    ['', false],
    ['2026-11-01', true],
    ['2026-11-30', true],
  ])('a start of %j is typed to its end: %s', (start, isWhole) => {
    expect(isTyped({ start, end: '2026-11-20' })).toBe(isWhole)
  })

  test.each(['2026-11-20', '2024-02-29', '2026-01-01', '2026-03-31'])(
    'on %s every preset is a range that ends today or before',
    (day) => {
      for (const name of RANGES) {
        expect(problemOf(daysFor(name, day))).toBeUndefined()
        expect(daysFor(name, day).end <= day).toBe(true)
      }
    },
  )

  test('a year back from the leap day', () => {
    expect(daysFor('last12months', '2024-02-29')).toEqual({
      start: '2023-03-01',
      end: '2024-02-29',
    })
  })
})
