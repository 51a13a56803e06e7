import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const file = 'inter-latin-wght-normal.woff2'

/** Inter as its package has it; the console's font too. */
export const wholeFont = {
  file,
  path: createRequire(import.meta.url).resolve(`@fontsource-variable/inter/files/${file}`),
}

/** The font's part that the page is written in: a third of the bytes, and the headline waits for them. */
export const pageFont = { file: 'inter-page.woff2' }

/** Addresses of the page's subset and of the whole font. */
export interface FontAddresses {
  page: string
  whole: string
}

/** English, with its quotes and dashes. All other characters come from the whole font. */
const CHARACTERS = [...codesFrom(0x20, 0x7e), ...[...'\u00a0©·×–—‘’“”…→'].map(codeOf)]
/** Weights that the landing page's styles use; the font itself has 100 to 900. */
const WEIGHTS = { min: 400, max: 800 }

/** Cuts the page's part out of the whole font. */
export function cutPageFont(): Promise<Buffer> {
  return subsetFont(readFileSync(wholeFont.path), String.fromCodePoint(...CHARACTERS), {
    targetFormat: 'woff2',
    noLayoutClosure: true,
    variationAxes: { wght: WEIGHTS },
  })
}

/**
 * Inter, and a local fallback of about its width. The page preloads its subset (Head.tsx) and uses it only if it
 * arrives before the first paint; on a slow line the fallback remains for the whole visit (decision 012). So text
 * never reflows. Other characters load when they are typed, and are swapped in.
 */
export function fontFaces({ page, whole }: FontAddresses): string {
  const inter = (address: string, weights: string, display: string, range: string) =>
    `@font-face{font-family:'Inter Variable';font-weight:${weights};font-display:${display};src:url(${address}) format('woff2')${range}}`
  const stand =
    "@font-face{font-family:'Inter Fallback';src:local('Arial'),local('Liberation Sans'),local('Helvetica Neue');size-adjust:107.12%;ascent-override:90.44%;descent-override:22.52%;line-gap-override:0%}"
  if (page === whole) return inter(whole, '100 900', 'optional', '') + stand
  const here = `;unicode-range:${ranges(CHARACTERS)}`
  const elsewhere = `;unicode-range:${ranges(without(CHARACTERS))}`
  return (
    inter(page, `${WEIGHTS.min} ${WEIGHTS.max}`, 'optional', here) +
    inter(whole, '100 900', 'swap', elsewhere) +
    stand
  )
}

/** Returns the other characters that visitors may type: Latin, punctuation and signs. */
function without(known: readonly number[]): number[] {
  const all = [...codesFrom(0xa0, 0x2ff), ...codesFrom(0x2000, 0x22ff)]
  return all.filter((code) => !known.includes(code))
}

/** CSS's way of writing code points: U+20-7e,U+a0. */
function ranges(codes: readonly number[]): string {
  const sorted = [...codes].sort((a, b) => a - b)
  const starts = sorted.filter((code) => !sorted.includes(code - 1))
  const ends = sorted.filter((code) => !sorted.includes(code + 1))
  return starts
    .map((start, index) => {
      const end = ends[index] ?? start
      return `U+${start.toString(16)}${end > start ? `-${end.toString(16)}` : ''}`
    })
    .join(',')
}

function codesFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}
