import { chooseZone } from '#admin/format/region.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { chooseTheme } from '#admin/ui/theme/mode.ts'
import type { Preferences } from '#contract/session.ts'

const APPLIED_KEY = 'waymark_account_theme'

/**
 * Has the console look as its person chose for every device. A theme that was chosen in this browser since stays,
 * until another is chosen for the account.
 */
export function applyPreferences({ theme, timeZone }: Preferences = {}): void {
  chooseZone(timeZone)
  if (theme === undefined || theme === readStored(APPLIED_KEY)) return
  writeStored(APPLIED_KEY, theme)
  chooseTheme(theme)
}
