import type { Shade } from '#admin/ui/theme/shade.ts'
import { dark, font, light } from '#admin/ui/theme/tokens.ts'

/** The colours of pictures in one shade. */
export interface Look {
  /** Six that differ for every kind of sight, each 3:1 on the surface; the first is the product's own. */
  colours: readonly [string, string, string, string, string, string]
  /** What is gathered as 'Other', and the period before. */
  quiet: string
  text: string
  muted: string
  grid: string
  surface: string
  font: string
}

export const LOOKS: Record<Shade, Look> = {
  light: {
    colours: [light.primary, '#cf7a0a', '#372c68', '#7380eb', '#6b071d', '#7741a6'],
    quiet: light.edgeStrong,
    text: light.text,
    muted: light.muted,
    grid: light.edge,
    surface: light.surface,
    font: font.family,
  },
  dark: {
    colours: [dark.primary, '#f0a23c', '#6f8fee', '#fce89a', '#c25486', '#87f3f6'],
    quiet: dark.edgeStrong,
    text: dark.text,
    muted: dark.muted,
    grid: dark.edge,
    surface: dark.surface,
    font: font.family,
  },
}

/** The colour of a series or slice, by its place. */
export function colourAt(look: Look, index: number): string {
  return look.colours[index % look.colours.length] ?? look.quiet
}
