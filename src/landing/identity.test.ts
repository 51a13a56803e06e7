import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brand } from '#brand'

describe('the identity', () => {
  test('is the same in the favicon', () => {
    const favicon = readFileSync('public/favicon.svg', 'utf8')
    expect(favicon).toContain(brand.mark)
    expect(favicon).toContain(brand.colour.primary)
    expect(favicon).toContain(brand.colour.primaryDark)
  })

  test('holds 4.5:1 under white in light and under ink in dark', () => {
    const { primary, accent, primaryDark, accentDark } = brand.colour
    for (const colour of [primary, accent]) {
      expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    }
    for (const colour of [primaryDark, accentDark]) {
      expect(contrast(colour, '#0b1513')).toBeGreaterThanOrEqual(4.5)
    }
  })
})

/** WCAG 2 contrast ratio of two '#rrggbb' colours. */
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
