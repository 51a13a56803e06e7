import { useSyncExternalStore } from 'react'

/** Makes a hook that tells whether the window fits a media query. The window is asked when it is used first. */
export function watchMedia(query: string): () => boolean {
  let list: MediaQueryList | undefined
  const asked = () => {
    list ??= matchMedia(query)
    return list
  }
  const subscribe = (listener: () => void) => {
    const watched = asked()
    watched.addEventListener('change', listener)
    return () => watched.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => asked().matches)
}
