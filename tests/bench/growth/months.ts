import { type Connection, connectAlone } from '#server/db/pool.ts'
import { letMonthsLeave } from '#server/events/leave.ts'

/** Lets all months leave but the last ones, into files. Gives how long it took, and how many events left. */
export async function leaveAll(
  connection: Connection,
  archive: string,
): Promise<{ ms: number; left: number }> {
  const client = await connectAlone(connection)
  const count = async () =>
    Number((await client.query<{ n: string }>('select count(*) as n from events')).rows[0]?.n)
  try {
    const before = await count()
    const began = performance.now()
    const once = { connection, months: 1, archive, patienceMs: 0, tell: () => undefined }
    await letMonthsLeave(once)
    const ms = performance.now() - began
    return { ms, left: before - (await count()) }
  } finally {
    await client.end()
  }
}
