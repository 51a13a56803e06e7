import { translate } from '#admin/format/translate.ts'
import { REFRESH_LEAST, REFRESH_MOST } from '#contract/insight/widgets.ts'
import type { Choice } from '#model/declaration.ts'

const SECONDS = [REFRESH_LEAST, 60, 300, 900, 1800, REFRESH_MOST]

/** How often a widget may be read, with what is stored now if that is none of them. */
export function intervalChoices(stored: number): Choice[] {
  const all = SECONDS.includes(stored) ? SECONDS : [...SECONDS, stored].sort((a, b) => a - b)
  return all.map((seconds) => ({ value: String(seconds), label: inWords(seconds) }))
}

function inWords(seconds: number): string {
  if (seconds === 3600) return translate('Every hour')
  if (seconds % 60 === 0)
    return seconds === 60
      ? translate('Every minute')
      : translate('Every {count} minutes', { count: seconds / 60 })
  return translate('Every {count} seconds', { count: seconds })
}
