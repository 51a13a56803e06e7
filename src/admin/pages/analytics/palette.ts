import type { Shade } from '#admin/ui/theme/shade.ts'
import { dark, font, light } from '#admin/ui/theme/tokens.ts'

/** Six colours that differ for every kind of sight, each 3:1 on the surface; the first is the product's own. */
type Colours = readonly [string, string, string, string, string, string]

const paletteOf = (tokens: typeof light, colours: Colours) => ({
  colours,
  /** What is gathered as 'Other', and the period before. */
  quiet: tokens.edgeStrong,
  text: tokens.text,
  muted: tokens.muted,
  grid: tokens.edge,
  surface: tokens.surface,
  font: font.family,
})

export type Palette = ReturnType<typeof paletteOf>

/** The colours of pictures in each shade. */
export const PALETTES: Record<Shade, Palette> = {
  light: paletteOf(light, [light.primary, '#cf7a0a', '#372c68', '#7380eb', '#6b071d', '#7741a6']),
  dark: paletteOf(dark, [dark.primary, '#f0a23c', '#6f8fee', '#fce89a', '#c25486', '#87f3f6']),
}

/** The colour of a series or slice, by its place. */
export function colourAt(palette: Palette, index: number): string {
  return palette.colours[index % palette.colours.length] ?? palette.quiet
}
