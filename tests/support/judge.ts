/** What a benchmark demands of its figures, in words, and whether they meet it. */
export type Demand = readonly [demand: string, isMet: boolean]

/** Says of every demand whether it is met; if one is not, the process will end with 1. */
export function judge(demands: readonly Demand[]): void {
  for (const [demand, isMet] of demands) {
    if (isMet) console.log(`met: ${demand}`)
    else console.error(`NOT MET: ${demand}`)
  }
  const missed = demands.filter(([, isMet]) => !isMet)
  if (missed.length > 0) process.exitCode = 1
  else console.log('every demand is met')
}
