import type { Demand } from '../../support/judge.ts'

/** What a run of chaos is asked for. */
interface Asked {
  rounds: number
  pairs: number
  stops: number
  /** Minutes. */
  soak: number
  /** In a set of changes. */
  users: number
}

/** What became of one trial: what was done, what was counted, and what was demanded of it. */
export interface Outcome {
  trial: string
  figures: readonly string[]
  demands: readonly Demand[]
}

export type Trial = (asked: Asked) => Promise<Outcome[]>

/** In the middle of all, and the most. */
export function spread(all: readonly number[]): string {
  const sorted = [...all].sort((one, other) => one - other)
  return `${Math.round(sorted[sorted.length >> 1] ?? 0)} ms, ${Math.round(sorted.at(-1) ?? 0)} at most`
}
