import { useSyncExternalStore } from 'react'
import { PHONE } from './theme/tokens.ts'

const phone = matchMedia(PHONE)

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone, where tables become cards and dialogs fill the screen. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches)
