import { readError } from '#admin/providers/adapters/read-error.ts'
import { HttpError, send } from '#admin/providers/http-client.ts'

/** Asks for figures and reads them. An answer in which there are none is a failure, with what it says of itself. */
export async function fetchRead<T>(
  { path, query, signal }: { path: string; query?: Record<string, string>; signal: AbortSignal },
  read: (body: unknown) => T | undefined,
): Promise<T> {
  const body = await send({ method: 'GET', path, signal, ...(query && { query }) })
  const found = read(body)
  if (!found) throw new HttpError(200, readError(body))
  return found
}
