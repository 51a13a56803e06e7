import { databaseCode } from '#server/db/pool.ts'
import { loggedPath } from '#server/http/access-log.ts'
import type { Config } from './config.ts'

/**
 * JSON lines to stderr. Requests are logged by method and path alone: neither headers, which hold
 * tokens, nor bodies, nor queries, which hold names.
 */
export function loggerOptions(level: Config['logLevel']) {
  return {
    level,
    stream: process.stderr,
    serializers: {
      req: ({ id, method, url }: { id: string; method: string; url?: string }) => ({
        id,
        method,
        path: url === undefined ? undefined : loggedPath(url),
      }),
      err: told,
    },
  }
}

/**
 * What went wrong, and where in this server: no stack, no parameters, and none of the values that a database's detail names.
 */
function told(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack = '' } = error
  // Fastify's types want a `stack`; one line stands for it.
  return { type: name, code: databaseCode(error), message, stack: placeIn(stack) }
}

/** The innermost of our own lines, as `file:line:column`; nothing where there is none. */
function placeIn(stack: string): string {
  const isOurs = (line: string) => /^\s+at /u.test(line) && !/node_modules|node:/u.test(line)
  const frame = stack.split('\n').find(isOurs) ?? ''
  return frame.slice(frame.lastIndexOf('/') + 1).replace(/\)$/u, '')
}
