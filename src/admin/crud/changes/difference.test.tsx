// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import Difference from './Difference.tsx'

function show(was: string, is: string) {
  const { container } = render(<Difference was={was} is={is} />)
  const texts = (tag: string) => [...container.querySelectorAll(tag)].map((one) => one.textContent)
  return { text: container.textContent ?? '', removed: texts('del'), added: texts('ins') }
}

test('a difference marks removed and added words', () => {
  const { text, removed, added } = show('Draw a map of the town', 'Draw a better map of town')
  expect([removed, added]).toEqual([['the '], ['better ']])
  expect(text).toBe('Draw a better map of the town')
})

test('texts of thousands of different words are compared as a whole', () => {
  const words = Array.from({ length: 20_000 }, (_, at) => `w${at}`)
  const [was, is] = [words.join(' '), words.map((word) => `new-${word}`).join(' ')]
  const { removed, added } = show(was, is)
  expect([removed, added]).toEqual([[was], [is]])
})
