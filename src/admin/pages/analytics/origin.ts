import type { Location } from 'react-router-dom'
import type { Origin } from '#admin/crud/came-from.ts'
import { translate } from '#admin/format/translate.ts'

/** What a list that is entered from here is told, so that it can lead back to the same tab, dates and view. */
export function originOf({ pathname, search }: Location): { origin: Origin } {
  return { origin: { to: `${pathname}${search}`, label: translate('Analytics') } }
}
