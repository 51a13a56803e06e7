import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { translate } from '#admin/format/translate.ts'
import { connection, lookNow, watchConnection } from '#admin/http/connection.ts'
import { returns } from '#admin/ui/returns.ts'
import css from './Connection.module.css'

/** A crowd of consoles does not come back at the same moment. */
const SPREAD = 1500
/** How long it is said that the server is back. */
const SAID = 4000

const STYLE = { maxWidth: '100%', paddingBlock: 4, pointerEvents: 'auto' } as const

/**
 * Says in the bar on top when the server, its database or the network is away, and reads what is on screen anew when it is back. It
 * stands over the title of the bar, so that nothing moves and nothing that is pressed is covered.
 */
export function Connection() {
  const state = useSyncExternalStore(connection.watch, connection.now)
  const isBack = useReturned()
  useEffect(watchConnection, [])
  const trouble =
    state === 'database'
      ? 'The server cannot reach its database.'
      : navigator.onLine
        ? 'The server cannot be reached.'
        : 'You are offline.'
  return (
    <div className={css.area} role="status">
      {state !== 'open' ? (
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
            <Button type="text" size="small" onClick={() => void lookNow()}>
              {translate('Try now')}
            </Button>
          }
        />
      ) : isBack ? (
        <Alert
          type="success"
          role="none"
          style={STYLE}
          message={translate('The server is back.')}
        />
      ) : null}
    </div>
  )
}

/** Whether the server has just come back; what is on screen is then asked for once more. */
function useReturned(): boolean {
  const client = useQueryClient()
  const [isSaid, setSaid] = useState(false)
  useEffect(() => {
    let asked: ReturnType<typeof setTimeout> | undefined
    let said: ReturnType<typeof setTimeout> | undefined
    const stop = returns.watch(() => {
      clearTimeout(asked)
      clearTimeout(said)
      setSaid(true)
      said = setTimeout(() => setSaid(false), SAID)
      asked = setTimeout(() => {
        // What somebody is asked about stays as it was, but for what never came.
        const isAsked = document.querySelector('[role=dialog]') !== null
        void client.refetchQueries(
          { type: 'active', predicate: (query) => !isAsked || query.state.status === 'error' },
          { cancelRefetch: false },
        )
      }, Math.random() * SPREAD)
    })
    return () => {
      stop()
      clearTimeout(asked)
      clearTimeout(said)
    }
  }, [client])
  return isSaid
}
