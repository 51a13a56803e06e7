import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../storage.ts'
import { watched } from '../watched.ts'
import { type Shade, shadeOf, THEME_KEY, type ThemeChoice } from './shade.ts'

const darkQuery = matchMedia('(prefers-color-scheme: dark)')
const choice = watched(readChoice())

function readChoice(): ThemeChoice {
  const stored = readStored(THEME_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

choice.watch(() => {
  document.documentElement.dataset.theme = currentShade()
})

function currentShade(): Shade {
  return shadeOf(choice.now(), darkQuery.matches)
}

darkQuery.addEventListener('change', () => choice.set(choice.now()))
addEventListener('storage', ({ key }) => {
  if (key === THEME_KEY) choice.set(readChoice())
})

/** Takes the user's choice, remembers it and paints it. */
export function chooseTheme(next: ThemeChoice): void {
  writeStored(THEME_KEY, next === 'system' ? null : next)
  choice.set(next)
}

/** What was chosen: light, dark, or as the system says. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(choice.watch, choice.now)

/** What is painted now. */
export const useShade = (): Shade => useSyncExternalStore(choice.watch, currentShade)
