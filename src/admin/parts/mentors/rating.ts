import { translate } from '#admin/format/translate.ts'
import { textAt } from '#admin/wire/reading.ts'

/**
 * '4.8 (132 reviews)', '5.0 (1 review)'; 'No reviews yet', for then the rating is nobody's judgement; where
 * the count is not known, the rating alone. '' when neither says anything.
 * Takes both as any backend sends them.
 */
export function ratingText(rating: unknown, reviews: unknown): string {
  const count = numberOf(reviews)
  if (count === 0) return translate('No reviews yet')
  const value = numberOf(rating)
  if (value === undefined) return ''
  const stars = value.toFixed(1)
  if (count === undefined) return stars
  const words = count === 1 ? '{rating} ({count} review)' : '{rating} ({count} reviews)'
  return translate(words, { rating: stars, count: count.toLocaleString('en') })
}

function numberOf(value: unknown): number | undefined {
  const text = textAt(value)
  return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
}
