export const THEME_KEY = 'waymark_theme'

export type ThemeChoice = 'light' | 'dark' | 'system'
export type Shade = 'light' | 'dark'

/** Which of the two palettes a choice means on a system that prefers dark or not. */
export function shadeOf(choice: string | null, prefersDark: boolean): Shade {
  if (choice === 'light' || choice === 'dark') return choice
  return prefersDark ? 'dark' : 'light'
}
