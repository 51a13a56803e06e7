import { describe, expect, test } from 'vitest'
import { PALETTES } from './palette.ts'

type Colour = [number, number, number]

/** How colours reach somebody without one kind of cone (Machado 2009), in linear light. */
const SIGHTS: Record<string, [Colour, Colour, Colour]> = {
  'every cone': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red cone': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green cone': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue cone': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function linear(hex: string): Colour {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return [r, g, b]
}

const times = ([x, y, z]: Colour, [a, b, c]: Colour) => x * a + y * b + z * c

function contrast(one: string, other: string): number {
  const weights: Colour = [0.2126, 0.7152, 0.0722]
  const [low = 0, high = 0] = [one, other].map((hex) => times(linear(hex), weights)).sort()
  return (high + 0.05) / (low + 0.05)
}

/** A place in OKLab, where distances are as large as they look. */
function place(hex: string, sight: [Colour, Colour, Colour]): Colour {
  const colour = linear(hex)
  const seen = sight.map((row) => Math.min(1, Math.max(0, times(row, colour)))) as Colour
  const root = (row: Colour) => Math.cbrt(times(row, seen))
  const lms: Colour = [
    root([0.4122214708, 0.5363325363, 0.0514459929]),
    root([0.2119034982, 0.6806995451, 0.1073969566]),
    root([0.0883024619, 0.2817188376, 0.6299787005]),
  ]
  return [
    times([0.2104542553, 0.793617785, -0.0040720468], lms),
    times([1.9779984951, -2.428592205, 0.4505937099], lms),
    times([0.0259040371, 0.7827717662, -0.808675766], lms),
  ]
}

describe.each(Object.entries(PALETTES))('the %s palette', (_, look) => {
  test('has six colours with a contrast of 3:1 on the surface, and text of 4.5:1', () => {
    expect(new Set(look.colours).size).toBe(6)
    for (const colour of [...look.colours, look.quiet])
      expect(contrast(colour, look.surface), colour).toBeGreaterThanOrEqual(3)
    for (const words of [look.text, look.muted])
      expect(contrast(words, look.surface)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(Object.entries(SIGHTS))('is distinguishable with %s', (_name, sight) => {
    for (const [at, one] of look.colours.entries())
      for (const other of look.colours.slice(at + 1)) {
        const [a, b] = [place(one, sight), place(other, sight)]
        const distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
        expect(distance, `${one} and ${other}`).toBeGreaterThan(0.1)
      }
  })
})
