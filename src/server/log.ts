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
        path: url?.split('?', 1)[0],
      }),
    },
  }
}
