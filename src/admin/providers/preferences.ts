import { chooseZone } from '#admin/format/region.ts'
import { chooseTheme } from '#admin/ui/theme/mode.ts'
import type { Preferences } from '#contract/session.ts'

/** Applies the theme and the time zone of the account. */
export function applyPreferences({ theme = 'system', timeZone }: Preferences = {}): void {
  chooseZone(timeZone)
  chooseTheme(theme)
}
