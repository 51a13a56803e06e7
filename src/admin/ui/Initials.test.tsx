import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Initials } from './Initials.tsx'

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['Jean-Luc van der Berg', 'JB'],
  ['  Ọlá   Adéwálé ', 'ỌA'],
  ['محمد علي', 'مع'],
  ['王 小明', '王小'],
  ['अनन्या शर्मा', 'अश'],
  // One grapheme of several code points, accents written apart.
  ['E\u0301lodie Durand', 'E\u0301D'],
  ['👩🏽‍🚀 Armstrong', 'A'],
  ['"Bob" (Robert)', 'BR'],
  ['', '?'],
  ['---', '?'],
])('%s becomes %s', (name, initials) => {
  expect(renderToStaticMarkup(<Initials of={name} />)).toContain(`>${initials}<`)
})
