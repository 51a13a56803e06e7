import type { Target } from './target.ts'

/** What a run is asked for. */
export interface Asked {
  /** Of the contract fuzzer. */
  requests: number
  seed: number
  /** How hard sqlmap tries, 1 to 5. */
  level: number
  /** Where the bill of materials is written. */
  out: string
  /** Whether missing programs may be installed. */
  install: boolean
}

/** What one tool said. */
export interface Outcome {
  tool: string
  /** What was done, counted. */
  figures: readonly string[]
  /** What is wrong, a line each. */
  findings: readonly string[]
  /** What it reports and is meant to be so, with the reason. */
  aside?: readonly string[]
  /** Why it did not run, and how it would: no pass and no finding. */
  missing?: string
}

/** A tool that is pointed at the running product, or at the repository. */
export interface Tool {
  /** Its Debian package, where it has one. */
  debian?: string
  run(asked: Asked, target: () => Promise<Target>): Promise<Outcome>
}

/** The row of a table of a tool's outcome. */
export function rowOf({ tool, figures, findings, aside = [], missing }: Outcome): string {
  const verdict =
    missing !== undefined
      ? `not run: ${missing}`
      : findings.length === 0
        ? 'clean'
        : `**${findings.length} findings**`
  const apart = aside.length > 0 ? `${aside.length} set aside` : ''
  return `| ${tool} | ${[...figures, apart].filter(Boolean).join('; ')} | ${verdict} |`
}
