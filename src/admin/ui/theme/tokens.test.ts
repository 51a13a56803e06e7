import { describe, expect, test } from 'vitest'
import { dark, light, type Palette, tokensToCss } from './tokens.ts'

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function textPairs(palette: Palette): [string, string, string][] {
  const grounds = ['canvas', 'surface', 'raised', 'hover'] as const
  const words = ['text', 'muted', 'primary', 'accent', 'danger'] as const
  return [
    ...words.flatMap((word) =>
      grounds.map((ground): [string, string, string] => [
        `${word} on ${ground}`,
        palette[word],
        palette[ground],
      ]),
    ),
    ['words on primary', palette.onPrimary, palette.primary],
    ['words on hovered primary', palette.onPrimary, palette.primaryHover],
    ['words on pressed primary', palette.onPrimary, palette.primaryActive],
    ['words on danger', palette.onDanger, palette.danger],
    ['primary on its tint', palette.primary, palette.primaryTint],
    ...Object.entries(palette.tones).map(([tone, { text, fill }]): [string, string, string] => [
      `${tone} badge`,
      text,
      fill,
    ]),
  ]
}

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('%s palette', (_name, palette) => {
  test.each(textPairs(palette))('%s holds 4.5:1', (_pair, text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test('edges of inputs hold 3:1 on the surface', () => {
    expect(contrast(palette.edgeStrong, palette.surface)).toBeGreaterThanOrEqual(3)
  })
})

test('both palettes become variables with the same names', () => {
  const names = (css: string) => [...css.matchAll(/--[\w-]+/g)].map(([name]) => name)
  const [first = '', second = ''] = tokensToCss().split(/\[data-t(?:heme=dark|int)/)
  expect(names(first)).toEqual(names(second))
  expect(names(first)).toContain('--tone-green-text')
})
