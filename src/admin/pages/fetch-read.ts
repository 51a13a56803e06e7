import { setCapability } from '#admin/http/backend.ts'
import { hasChanges } from '#admin/http/session.ts'
import { readError } from '#admin/providers/adapters/read-error.ts'
import { HttpError, send } from '#admin/providers/http-client.ts'

/**
 * Fetches figures and reads them. Throws for an answer without figures, with its own message. Remembers a 404 of
 * another backend, which has no such figures.
 */
export async function fetchRead<T>(
  { path, query, signal }: { path: string; query?: Record<string, string>; signal: AbortSignal },
  read: (body: unknown) => T | undefined,
): Promise<T> {
  try {
    const body = await send({ method: 'GET', path, signal, ...(query && { query }) })
    const found = read(body)
    if (found) return found
    throw new HttpError(200, readError(body))
  } catch (error) {
    if (error instanceof HttpError && error.statusCode === 404 && !hasChanges())
      setCapability(path, false)
    throw error
  }
}
