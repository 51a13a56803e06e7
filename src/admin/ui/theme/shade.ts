export const THEME_KEY = 'waymark_theme'

export type ThemeChoice = 'light' | 'dark' | 'system'
export type Shade = 'light' | 'dark'

/** Returns the palette of a choice, given the system's preference. */
export function shadeOf(choice: string | null, prefersDark: boolean): Shade {
  if (choice === 'light' || choice === 'dark') return choice
  return prefersDark ? 'dark' : 'light'
}
