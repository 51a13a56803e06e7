import { loadavg } from 'node:os'
import { judge } from '../../support/judge.ts'
import { CALAMITIES, type Calamity } from './forms.ts'

export const MOST_MISSING = 1000

export interface Outcome {
  calamity: Calamity
  form: string
  typed: number
  missing: number
  /** From the first letter that is missing to the calamity. */
  missingMs: number
  isLost: boolean
  /** What came back is something else than was typed. */
  isWrong: boolean
}

/** Prints what became of each form, and ends with 1 when more is missing than may be. */
export function report(outcomes: readonly Outcome[]): void {
  console.log('\n| what happens | rounds | forms lost | median ms missing | most ms missing |')
  console.log('| --- | --- | --- | --- | --- |')
  const row = (name: string, of: readonly Outcome[]) => {
    const times = of.map(({ missingMs }) => missingMs).toSorted((a, b) => a - b)
    const lost = of.filter(({ isLost }) => isLost).length
    console.log(
      `| ${name} | ${of.length} | ${lost} | ${times[Math.floor(times.length / 2)] ?? 0} | ${times.at(-1) ?? 0} |`,
    )
  }
  for (const calamity of CALAMITIES)
    row(
      calamity,
      outcomes.filter((one) => one.calamity === calamity),
    )
  row('**all**', outcomes)
  const letters = outcomes.reduce((sum, { typed }) => sum + typed, 0)
  const missing = outcomes.reduce((sum, one) => sum + one.missing, 0)
  console.log(`\n${letters} letters typed, ${missing} missing. Load ${loadavg()[0]?.toFixed(1)}`)
  judge([
    ['no form lost', outcomes.every(({ isLost }) => !isLost)],
    ['nothing else than what was typed', outcomes.every(({ isWrong }) => !isWrong)],
    [`at most ${MOST_MISSING} ms missing`, outcomes.every((one) => one.missingMs <= MOST_MISSING)],
  ])
}
