import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { WIDGET_DATA_PATH } from '#contract/insight/widgets.ts'

/** When the latest answer for any widget that is shown came, in milliseconds; 0 before the first. */
export function useLastUpdate(): number {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache])
  return useSyncExternalStore(subscribe, () =>
    Math.max(
      0,
      ...cache
        .findAll({ queryKey: [WIDGET_DATA_PATH], type: 'active' })
        .map(({ state }) => state.dataUpdatedAt),
    ),
  )
}
