import { useSyncExternalStore } from 'react'

/** Makes a hook that tells whether the window fits a media query. */
export function watchMedia(query: string): () => boolean {
  const list = matchMedia(query)
  const subscribe = (listener: () => void) => {
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => list.matches)
}
