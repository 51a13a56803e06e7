/** What a benchmark demands of its figures, in words, and whether they meet it. */
export type Demand = readonly [demand: string, isMet: boolean]

/** Names every demand that is not met; if there is one, the process will end with 1. */
export function judge(demands: readonly Demand[]): void {
  const missed = demands.filter(([, isMet]) => !isMet)
  for (const [demand] of missed) console.error(`NOT MET: ${demand}`)
  if (missed.length > 0) process.exitCode = 1
  else console.log('every demand is met')
}
