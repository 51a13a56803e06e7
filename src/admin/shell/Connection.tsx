import { onlineManager } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useSyncExternalStore } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './Connection.module.css'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** Says in the header that the browser has no network. Back online, TanStack reads stale queries again. */
export function Connection() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  return (
    <div className={css.area} role="status">
      {isOnline ? null : (
        <Alert
          type="warning"
          role="none"
          style={{ maxWidth: '100%', paddingBlock: 4, pointerEvents: 'auto' }}
          message={
            <>
              <strong>{translate('You are offline.')}</strong> {translate('What you type is kept.')}
            </>
          }
        />
      )}
    </div>
  )
}
