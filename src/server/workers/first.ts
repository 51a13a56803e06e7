import type { Config } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database.ts'
import { portOf, shutQuietly } from '#server/listener.ts'
import { type OpenPort, openPort } from '#server/own-account.ts'
import type { Running } from '#server/running.ts'
import { startFleet } from './fleet.ts'

const LOOK_MS = 250

/**
 * The first process of several: it holds database and port, hands each connection to a worker, and puts another in
 * the place of one that ends. Throws what stands against the first worker's start.
 */
export async function serveByWorkers(
  config: Config,
  say: (line: string) => void,
  early: OpenPort | undefined,
): Promise<Running> {
  const database = await openDatabase(config, 'serve', say)
  try {
    const port = early ?? (await openPort(config))
    const fleet = startFleet({
      workers: config.workers,
      say,
      met: (failure) => database.room?.met(failure),
      begin: (isFirst, speaks) => ({
        say: 'begin',
        connection: database.connection,
        replica: database.replica,
        port: portOf(port.server) ?? config.port,
        isFull: database.room?.isFull(),
        isFirst,
        speaks,
      }),
    })
    port.giveEach(fleet.give)
    await fleet.started.catch(async (error: unknown) => {
      port.server.close()
      await fleet.end()
      throw error
    })
    const look = watchRoom(database, fleet.tellAll)
    return {
      fatal: (error) => process.stderr.write(`${String(Object(error).stack ?? error)}\n`),
      async stop() {
        clearInterval(look)
        await shutQuietly(port.server)
        await fleet.end()
        await database.release()
      },
    }
  } catch (error) {
    await database.release()
    throw error
  }
}

/** Workers do not see the disk: they are told of each change. */
function watchRoom(
  { room }: Database,
  tellAll: ReturnType<typeof startFleet>['tellAll'],
): NodeJS.Timeout | undefined {
  if (!room) return undefined
  let was = room.isFull()
  return setInterval(() => {
    const isFull = room.isFull()
    if (isFull !== was) tellAll({ say: 'room', isFull })
    was = isFull
  }, LOOK_MS).unref()
}
