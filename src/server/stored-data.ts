import type { FastifyBaseLogger } from 'fastify'
import type { Resource } from '#model/resource.ts'
import { connectAlone } from '#server/db/pool.ts'
import { findStoredFaults, type StoredFinding } from '#server/records/stored-findings.ts'
import type { Store } from '#server/store.ts'
import type { Services } from './services.ts'

const DAY_MS = 86_400_000
const DEADLINE_MS = 3_600_000
/** Lines for the operator; the check says all. */
const MOST_SAID = 5

/**
 * Looks at start, and daily, whether what is stored fits the declarations. It rests as long as it works, tells the
 * operator in a few lines, and the log by ids alone: names of records are nobody's business there.
 */
export function startLooking(
  { store, background }: Pick<Services, 'store' | 'background'>,
  registry: readonly Resource[],
  say: (line: string) => void,
  log: Pick<FastifyBaseLogger, 'warn'>,
): void {
  let told = ''
  const rhythm = { everyMs: DAY_MS, deadlineMs: DEADLINE_MS, afterFailureMs: 600_000 }
  background.schedule('looking at what is stored', rhythm, async (signal) => {
    const findings = await look(store, registry, signal)
    const words = JSON.stringify(findings)
    if (words === told) return
    told = words
    for (const { resource, field, kind, count, records } of findings)
      log.warn(
        { resource, field, kind, count, records: records.map(({ id }) => id) },
        'stored records do not fit their declaration',
      )
    for (const line of linesOf(findings)) say(line)
  })
}

async function look(
  { connection }: Pick<Store, 'connection'>,
  registry: readonly Resource[],
  signal: AbortSignal,
): Promise<StoredFinding[]> {
  const client = await connectAlone(connection)
  try {
    const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
    return await findStoredFaults(client, registry, { rest, signal })
  } finally {
    await client.end()
  }
}

function linesOf(findings: readonly StoredFinding[]): string[] {
  if (findings.length === 0) return []
  const more = findings.length - MOST_SAID
  return [
    'Some of what is stored does not fit the declarations (npm run check -- data says more):',
    ...findings
      .slice(0, MOST_SAID)
      .map((one) => `  ${one.about}: ${one.words}. ${one.link.slice(0, 200)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}
