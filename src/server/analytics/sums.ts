import { type DayRange, daysOf } from '#contract/days.ts'
import { compareTexts } from '#model/text-order.ts'

/** Runs a statement of figures. Days go in as texts and come out as numbers of days. */
export type ReadRows = <Row extends object>(
  sql: string,
  values: readonly unknown[],
) => Promise<Row[]>

/** A share in percent with one decimal; null where there is nothing to take a share of. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10
}

/** The mean of `count` values that sum up to `sum`, with one decimal; null of none. */
export function mean(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((10 * sum) / count) / 10
}

export function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/** The most first, equal ones by name, so that the same facts always come in the same order. */
export function mostFirst(counts: readonly (readonly [name: string, n: number])[]) {
  return [...counts].sort(
    ([one, n], [other, m]) =>
      m - n || compareTexts(one, other) || (one < other ? -1 : Number(one > other)),
  )
}

/**
 * The first `most` of counts; if there are more, the others follow as one by the name of `rest`. One that
 * has this name itself is then among them, so that no name comes twice.
 */
export function withRest(
  counts: readonly (readonly [name: string, n: number])[],
  most: number,
  rest: string,
): readonly (readonly [name: string, n: number])[] {
  if (counts.length <= most) return counts
  const named = counts.filter(([name]) => name !== rest).slice(0, most)
  const total = (list: typeof counts) => sum(list.map(([, n]) => n))
  return [...named, [rest, total(counts) - total(named)]]
}

/** Sums up to each day of the range, of numbers by day: 0 is the first of the range, -1 all before it. */
export function runningSums(numbers: ReadonlyMap<number, number>, range: DayRange): number[] {
  let total = numbers.get(-1) ?? 0
  return daysOf(range).map((_, at) => {
    total += numbers.get(at) ?? 0
    return total
  })
}
