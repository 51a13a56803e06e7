import { isolate } from '#admin/format/isolate.ts'
import { translate } from '#admin/format/translate.ts'
import type { Entry } from './series.ts'
import { formatWholeShare, sharesOf } from './words.ts'

export interface Slice {
  /** The entry it opens; undefined for those gathered as Other. */
  key: string | undefined
  label: string
  value: number
  /** Percent of the whole. */
  share: number
}

/** The pie palette has so many colours (ANA-02). */
const MOST_SLICES = 6

/**
 * The slices of a pie, the largest first. Of more than six, the smallest stand together as 'Other': the picture
 * stays readable, and the table has them all.
 */
export function slicesOf(entries: readonly Entry[]): Slice[] {
  const all = entries.map(({ key, label, values }) => ({
    key,
    label,
    value: values[0] ?? 0,
  }))
  // An enumeration has all its values; a pie shows those that somebody is in.
  const present = all.filter(({ value }) => value > 0)
  const sorted = present.sort((a, b) => b.value - a.value)
  const shown = sorted.length > MOST_SLICES ? sorted.slice(0, MOST_SLICES - 1) : sorted
  const rest = sorted.slice(shown.length)
  const other = {
    key: undefined,
    label: translate('Other'),
    value: rest.reduce((total, { value }) => total + value, 0),
  }
  const slices = rest.length > 0 ? [...shown, other] : shown
  const shares = sharesOf(slices.map(({ value }) => value))
  return slices.map((slice, at) => ({ ...slice, share: shares[at] ?? 0 }))
}

/** 'Goals 34%' (ANA-02). */
export function sliceLabel({ label, share }: Slice): string {
  return `${isolate(label)} ${formatWholeShare(share)}`
}
