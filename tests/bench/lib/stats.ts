/** The value that `share` (0 to 1) of all values do not exceed. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The median of each key: one disturbed run does not count. */
export function medians<Reading extends object>(readings: readonly Reading[]): Reading {
  const keys = Object.keys(readings[0] ?? {}) as (keyof Reading)[]
  const entries = keys.map((key) => [key, median(readings.map((reading) => Number(reading[key])))])
  return Object.fromEntries(entries)
}
