import { onlineManager, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useSyncExternalStore } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './Connection.module.css'
import { checkHealth, HEALTH_KEY, type Health } from './health.ts'

/** The pause between two checks, in milliseconds; not the same in every console, which all wait for one server. */
const PAUSE = 4000 + 2000 * Math.random()

const STYLE = { maxWidth: '100%', paddingBlock: 4, pointerEvents: 'auto' } as const

/**
 * Says in the header that the server, its database or the network is away. After a lost answer, and at the browser's
 * word that it is offline, the server is checked until it answers; so long TanStack's `onlineManager` is offline. Back
 * online, stale queries are read again.
 */
export function Connection() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  const { data: health, refetch } = useQuery<Health>({
    queryKey: HEALTH_KEY,
    queryFn: checkHealth,
    initialData: 'up',
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: isOnline ? false : PAUSE,
  })
  useEffect(() => {
    if (!isOnline && health === 'up') void refetch({ cancelRefetch: false })
  }, [isOnline, health, refetch])
  return (
    <div className={css.area} role="status">
      {health === 'up' ? null : <Away health={health} retry={() => void refetch()} />}
    </div>
  )
}

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

function Away({ health, retry }: { health: Health; retry: () => void }) {
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
        <Button type="text" size="small" onClick={retry}>
          {translate('Try now')}
        </Button>
      }
    />
  )
}
