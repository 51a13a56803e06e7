import { useSyncExternalStore } from 'react'
import { PHONE } from './theme/tokens.ts'

/** Returns a hook that tells whether the window matches a media query. The query is evaluated on first use. */
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

/** Returns whether the window has a phone's width. Tables then become cards, and dialogs fill the screen. */
export const useIsPhone = watchMedia(PHONE)
