import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { numberAt } from '#admin/providers/adapters/coerce.ts'

/**
 * '4.8 (132 reviews)', '5.0 (1 review)'; 'No reviews yet', for then the rating is nobody's judgement; where
 * the count is not known, the rating alone. '' when neither says anything.
 * Takes both as any backend sends them.
 */
export function ratingText(rating: unknown, reviews: unknown): string {
  const count = numberAt(reviews)
  if (count === 0) return translate('No reviews yet')
  const stars = numberAt(rating)?.toFixed(1) ?? ''
  if (count === null || stars === '') return stars
  return `${stars} (${counted(count, '{count} review', '{count} reviews')})`
}
