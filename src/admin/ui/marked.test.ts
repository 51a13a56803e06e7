import { expect, test } from 'vitest'
import { searchWords } from '#model/search.ts'
import { markedPieces } from './marked.ts'

test.each([
  ['Ada Lovelace', 'LOVE ada', '[Ada] [Love]lace'],
  ['Zoë Łukasz', 'zoe lukasz', '[Zoë] [Łukasz]'],
  ['Straße 5', 'strasse', '[Straße] 5'],
  ['Adébáyọ̀ and Bo', 'bayo', 'Adé[báyọ̀] and Bo'],
  ['anana', 'ana', '[anana]'],
  ['😀 smile', 'smile', '😀 [smile]'],
  ['nothing', 'else', 'nothing'],
])('in %j the words of %j are highlighted', (text, search, shown) => {
  const pieces = markedPieces(text, searchWords(search))
  expect(pieces.map((one) => (one.isMarked ? `[${one.text}]` : one.text)).join('')).toBe(shown)
  expect(pieces.map((one) => one.text).join('')).toBe(text)
})
