import { expect, test } from 'vitest'
import { ratingText } from './rating.ts'

test.each([
  [4.8, 132, '4.8 (132 reviews)'],
  [5, 1, '5.0 (1 review)'],
  [4.8, 0, 'No reviews yet'],
  [5, '0', 'No reviews yet'],
  [null, 0, 'No reviews yet'],
  [4.25, 12_345, '4.3 (12,345 reviews)'],
  ['4.8', '7', '4.8 (7 reviews)'],
  [4.8, undefined, '4.8'],
  [null, 132, ''],
  [undefined, undefined, ''],
  [{}, [], ''],
])('a rating of %j with %j reviews reads %j', (rating, reviews, text) => {
  expect(ratingText(rating, reviews)).toBe(text)
})
