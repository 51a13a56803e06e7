import { onlineManager } from '@tanstack/react-query'
import { API_URL } from '#admin/http/backend.ts'
import { GATEWAY_FAILURES } from '#admin/providers/http-client.ts'
import { getAt } from '#model/paths.ts'

export type Health = 'up' | 'down' | 'no database'

/** The query of the server's health. App.tsx invalidates it when a call gets no answer. */
export const HEALTH_KEY = ['health']

/** How long the server may take to say that it is there, in milliseconds. */
const PATIENCE = 5000

/** Asks the server whether it is there and notes it in TanStack's `onlineManager`. Never rejects. */
export async function checkHealth(): Promise<Health> {
  const health = await fetchHealth()
  onlineManager.setOnline(health === 'up')
  return health
}

/** Any answer will do, also a 404 of another backend, but not that of a proxy whose server is away. */
async function fetchHealth(): Promise<Health> {
  try {
    // Another origin need not allow that its answer is read.
    const answer = await fetch(`${API_URL}/health/ready`, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (answer.type === 'opaque' || !GATEWAY_FAILURES.includes(answer.status)) return 'up'
    return getAt(await answer.json(), 'error.rule') === 'database' ? 'no database' : 'down'
  } catch {
    return 'down'
  }
}
