import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { numberAt } from '#admin/providers/adapters/coerce.ts'

/**
 * Returns a rating as text: '4.8 (132 reviews)' or '5.0 (1 review)'. Without reviews the rating is only a default,
 * so the text is 'No reviews yet'. With an unknown count it is the rating alone, and '' if both are unknown.
 * Accepts both values in any backend's format.
 */
export function ratingText(rating: unknown, reviews: unknown): string {
  const count = numberAt(reviews)
  if (count === 0) return translate('No reviews yet')
  const stars = numberAt(rating)?.toFixed(1) ?? ''
  if (count === null || stars === '') return stars
  return `${stars} (${counted(count, '{count} review', '{count} reviews')})`
}
