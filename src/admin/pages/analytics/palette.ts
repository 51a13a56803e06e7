import type { Shade } from '#admin/ui/theme/shade.ts'
import { dark, font, light } from '#admin/ui/theme/tokens.ts'

/**
 * Six colours that are distinguishable for every kind of colour vision, each 3:1 on the surface. The first is the
 * product's own.
 */
type Colours = readonly [string, string, string, string, string, string]

const paletteOf = (tokens: Tokens, colours: Colours) => ({
  colours,
  /** Colour of 'Other' and of the previous period. */
  quiet: tokens.edgeStrong,
  text: tokens.text,
  muted: tokens.muted,
  grid: tokens.edge,
  surface: tokens.surface,
  raised: tokens.raised,
  font: font.family,
})

type Tokens = Pick<typeof light, 'edgeStrong' | 'text' | 'muted' | 'edge' | 'surface' | 'raised'>

export type Palette = ReturnType<typeof paletteOf>

export const PALETTES: Record<Shade, Palette> = {
  light: paletteOf(light, [light.primary, '#cf7a0a', '#372c68', '#7380eb', '#6b071d', '#7741a6']),
  dark: paletteOf(dark, [dark.primary, '#f0a23c', '#6f8fee', '#fce89a', '#c25486', '#87f3f6']),
}

/** Returns the system colours of a contrast theme. The library cannot resolve 'CanvasText', so the page does. */
export function systemPalette(): Palette {
  const probe = document.createElement('span')
  document.body.append(probe)
  const of = (name: string) => {
    probe.style.cssText = `color:${name};forced-color-adjust:none`
    return getComputedStyle(probe).color
  }
  const [text, surface, link, quiet] = ['CanvasText', 'Canvas', 'LinkText', 'GrayText'].map(of)
  const tokens = { edgeStrong: text, text, muted: text, edge: quiet, surface, raised: surface }
  const colours = [link, text, of('Highlight'), of('VisitedText'), quiet, of('ButtonText')]
  probe.remove()
  return paletteOf(tokens as Tokens, colours as unknown as Colours)
}
