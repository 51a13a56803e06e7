import { useSyncExternalStore } from 'react'
import { createStore } from '../create-store.ts'
import { readStored, writeStored } from '../storage.ts'
import { type Shade, shadeOf, THEME_KEY, type ThemeChoice } from './shade.ts'

const darkQuery = matchMedia('(prefers-color-scheme: dark)')
/** The account's choice, stored in the browser for the first paint of the next page. */
const choice = createStore(readStored(THEME_KEY))
const currentShade = (): Shade => shadeOf(choice.now(), darkQuery.matches)

choice.watch(() => {
  document.documentElement.dataset.theme = currentShade()
})
darkQuery.addEventListener('change', () => choice.set(choice.now()))

/** Applies the account's theme. */
export function chooseTheme(next: ThemeChoice): void {
  writeStored(THEME_KEY, next === 'system' ? null : next)
  choice.set(next)
}

/** Returns the theme that is currently painted. */
export const useShade = (): Shade => useSyncExternalStore(choice.watch, currentShade)
