import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../storage.ts'
import { type Shade, shadeOf, THEME_KEY, type ThemeChoice } from './shade.ts'

const darkQuery = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let choice = readChoice()

function readChoice(): ThemeChoice {
  const stored = readStored(THEME_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function apply(): void {
  document.documentElement.dataset.theme = currentShade()
  for (const listener of listeners) listener()
}

function currentShade(): Shade {
  return shadeOf(choice, darkQuery.matches)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

darkQuery.addEventListener('change', apply)
addEventListener('storage', ({ key }) => {
  if (key !== THEME_KEY) return
  choice = readChoice()
  apply()
})

/** Takes the user's choice, remembers it and paints it. */
export function chooseTheme(next: ThemeChoice): void {
  choice = next
  writeStored(THEME_KEY, next === 'system' ? null : next)
  apply()
}

/** What was chosen: light, dark, or as the system says. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, () => choice)

/** What is painted now. */
export const useShade = (): Shade => useSyncExternalStore(subscribe, currentShade)
