import type { Config } from './config.ts'
import { openDatabase } from './database.ts'
import { ownDoor } from './listener.ts'
import type { OpenPort } from './own-account.ts'
import type { Running } from './running.ts'
import { checkDeclared, startWork } from './server.ts'

/**
 * Starts everything in this process, on a port that may be open already. Closes what it had opened when a later
 * step fails, and throws that step's error.
 */
export async function serve(
  config: Config,
  say: (line: string) => void,
  early?: OpenPort,
): Promise<Running> {
  checkDeclared()
  const database = await openDatabase(config, 'serve', say)
  try {
    const work = await startWork({ database, door: ownDoor(config, early), say }, config)
    return {
      fatal: work.fatal,
      async stop() {
        await work.end()
        await database.release()
      },
    }
  } catch (error) {
    await database.release()
    throw error
  }
}
