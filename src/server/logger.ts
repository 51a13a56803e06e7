import { databaseCode } from '#server/db/pool.ts'
import { loggedPath } from '#server/http/request-log.ts'
import type { Config } from './config.ts'

/**
 * Returns the options of a logger that writes JSON lines to stderr. Requests are logged only by method and path,
 * because headers contain tokens, and bodies and queries contain names.
 */
export function loggerOptions(level: Config['logLevel']) {
  return {
    level,
    stream: process.stderr,
    serializers: {
      req: ({ id, method, url }: { id: string; method: string; url?: string }) => ({
        id,
        method,
        path: url && loggedPath(url),
      }),
      err: serializeError,
    },
  }
}

/** Returns the error with its stack, without parameters and without the values in the detail of a database error. */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack = '' } = error
  return { type: name, code: databaseCode(error), message, stack }
}

/** Writes one line of the log. */
export type Log = (line: object, message: string) => void

const MINUTE_MS = 60_000

/**
 * Returns a log that writes a message immediately, and its repetitions as one line a minute with their number in
 * `times`.
 */
export function throttled(log: Log): Log {
  const repeats = new Map<string, number>()
  const open = (message: string) => {
    repeats.set(message, 0)
    setTimeout(() => {
      const times = repeats.get(message)
      repeats.delete(message)
      if (!times) return
      log({ times }, message)
      open(message)
    }, MINUTE_MS).unref()
  }
  return (line, message) => {
    const times = repeats.get(message)
    if (times !== undefined) return void repeats.set(message, times + 1)
    log(line, message)
    open(message)
  }
}
