/** Random source of the sample rows. The rows are the same for a whole day. */
export interface SampleRandom {
  /** Returns one of the items. Throws if there are none. */
  pick<T>(items: readonly T[]): T
  /** Several of the items, each once at most, in their order. */
  some<T>(items: readonly T[], least: number, most: number): T[]
  /** A number from `least` up to `most`. */
  between(least: number, most: number): number
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  /** True with the given probability: 0.2 is one time in five. */
  chance(share: number): boolean
  /** A day within this distance of today, like `day(-30, 60)`: '2026-12-01'. */
  day(from: number, to: number): string
  /** A quarter-hour of a working day within this distance of today: '2026-12-01T09:15:00.000Z'. */
  moment(from: number, to: number): string
  /** The name of a sample of another resource, for use as a reference: `name('mentors')`. */
  name(of: string): string
}

/** Rows for the demo: bodies of a create, with names in the place of ids. */
export type Samples<Body> = (random: SampleRandom) => readonly Body[]
