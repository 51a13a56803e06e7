import type { Client } from 'pg'
import { type Connection, connectAlone, type Pooler } from './pool.ts'
import { roleSettings } from './session-settings.ts'

const TURNS = 5

/**
 * Finds out whether a pooler stands before the database that shares its sessions between clients. Whoever talks
 * to the database itself was told the number of its own process. Behind a pooler two connections ask in turn
 * which process serves them: where each keeps one of its own, sessions are not shared.
 */
export async function findPooler(connection: Connection): Promise<Pooler | undefined> {
  const one = await connectAlone(connection)
  try {
    if ('processID' in one && one.processID === (await servedBy(one))) return undefined
    const other = await connectAlone(connection)
    try {
      const ones: number[] = []
      const others: number[] = []
      for (let turn = 0; turn < TURNS; turn += 1) {
        ones.push(await servedBy(one))
        others.push(await servedBy(other))
      }
      return areShared(ones, others) ? 'transaction' : undefined
    } finally {
      await other.end()
    }
  } finally {
    await one.end()
  }
}

/** Whether two connections that asked in turn were not each served by one process of its own. */
function areShared(ones: readonly number[], others: readonly number[]): boolean {
  const isOne = (pids: readonly number[]) => new Set(pids).size === 1
  return !isOne(ones) || !isOne(others) || ones[0] === others[0]
}

async function servedBy(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/**
 * Statements outside of transactions get their limits from their session, and of a shared one nothing is known.
 * Gives what an operator may type so that the role has them; undefined when there is a limit already.
 */
export async function missingLimits(connection: Connection): Promise<string | undefined> {
  const client = await connectAlone(connection)
  try {
    const { rows } = await client.query<{ limit: string; role: string }>(
      `select current_setting('statement_timeout') as limit, quote_ident(current_user) as role`,
    )
    const [found] = rows
    return found?.limit === '0' ? roleSettings(found.role) : undefined
  } finally {
    await client.end()
  }
}
