import { onlineManager, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useSyncExternalStore } from 'react'
import { translate } from '#admin/format/translate.ts'
import { API_URL } from '#admin/http/backend.ts'
import { GATEWAY_FAILURES } from '#admin/providers/http-client.ts'
import { getAt } from '#model/paths.ts'
import css from './Connection.module.css'

/** How long the server may take to say that it is there, in milliseconds. */
const PATIENCE = 5000
/** The pause between two checks, in milliseconds; not the same in every console, which all wait for one server. */
const PAUSE = 4000 + 2000 * Math.random()

const STYLE = { maxWidth: '100%', paddingBlock: 4, pointerEvents: 'auto' } as const

/**
 * Says in the header that the server, its database or the network is away. A lost answer and the browser's own word
 * set TanStack's `onlineManager` to offline (App.tsx); the server is then checked until it answers. Back online, stale
 * queries are read again.
 */
export function Connection() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  return (
    <div className={css.area} role="status">
      {isOnline ? null : <Away />}
    </div>
  )
}

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** One lost call is no proof: the server is checked first. */
function Away() {
  const { data: health, refetch } = useQuery({
    queryKey: ['health'],
    queryFn: fetchHealth,
    refetchInterval: PAUSE,
    gcTime: 0,
  })
  useEffect(() => {
    if (health === 'up') onlineManager.setOnline(true)
  }, [health])
  if (health === undefined || health === 'up') return null
  const trouble =
    health === 'no database'
      ? 'The server cannot reach its database.'
      : navigator.onLine
        ? 'The server cannot be reached.'
        : 'You are offline.'
  return (
    <Alert
      type="warning"
      role="none"
      style={STYLE}
      message={
        <>
          <strong>{translate(trouble)}</strong> {translate('What you type is kept.')}
        </>
      }
      action={
        <Button type="text" size="small" onClick={() => void refetch()}>
          {translate('Try now')}
        </Button>
      }
    />
  )
}

/** Any answer will do, also a 404 of another backend, but not that of a proxy whose server is away. */
async function fetchHealth(): Promise<'up' | 'down' | 'no database'> {
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
