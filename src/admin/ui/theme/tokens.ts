import { brand } from '#brand'

/** The colours of a palette. The names are also those of the CSS variables. */
export type Palette = Record<Exclude<keyof typeof light, 'tones'>, string> & {
  tones: Record<keyof typeof light.tones, { text: string; fill: string; edge: string }>
}

export const light = {
  // The page background; `surface` is above it, `raised` above both (menus, dialogs).
  canvas: '#f4f7f6',
  surface: '#ffffff',
  raised: '#ffffff',
  hover: '#eef3f1',
  edge: '#dde5e2',
  // The border of inputs: contrast 3:1, by WCAG 1.4.11.
  edgeStrong: '#84938f',
  text: '#13201d',
  muted: '#52615d',
  primary: brand.colour.primary,
  primaryHover: '#0a5c50',
  primaryActive: '#084b42',
  onPrimary: '#ffffff',
  primaryTint: '#e0f0ec',
  accent: brand.colour.accent,
  danger: '#b3261e',
  dangerHover: '#951b15',
  onDanger: '#ffffff',
  tones: {
    green: { text: '#17643c', fill: '#e6f5ec', edge: '#b5dec6' },
    yellow: { text: '#6f5200', fill: '#fdf4d3', edge: '#ecd892' },
    orange: { text: '#93400c', fill: '#fdeee0', edge: '#f3cda9' },
    red: { text: '#9b1c1c', fill: '#fdebea', edge: '#f3c4c1' },
    blue: { text: '#1d4f91', fill: '#e8f0fb', edge: '#bed3ef' },
    grey: { text: '#4b5855', fill: '#eff2f1', edge: '#d3dbd8' },
  },
}

export const dark: Palette = {
  canvas: '#0b1513',
  surface: '#111d1a',
  raised: '#182622',
  hover: '#1a2925',
  edge: '#2a3a36',
  edgeStrong: '#6c7f79',
  text: '#e8efed',
  muted: '#a3b3ae',
  primary: brand.colour.primaryDark,
  primaryHover: '#6bd6bf',
  primaryActive: '#8ee3d0',
  onPrimary: '#0b1513',
  primaryTint: '#17342d',
  accent: brand.colour.accentDark,
  danger: '#ff8a80',
  dangerHover: '#ffa8a1',
  onDanger: '#2a0805',
  tones: {
    green: { text: '#7fdaa6', fill: '#12301f', edge: '#235638' },
    yellow: { text: '#ecce68', fill: '#30280d', edge: '#5a4c1c' },
    orange: { text: '#fbab6c', fill: '#351f0f', edge: '#633b1c' },
    red: { text: '#ff9f97', fill: '#381715', edge: '#682b27' },
    blue: { text: '#94bef7', fill: '#14263d', edge: '#274669' },
    grey: { text: '#b3c0bc', fill: '#1f2c29', edge: '#374642' },
  },
}

export const font = {
  family: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  /** One type scale (measured-anchors rule 1). */
  size: { meta: 12, body: 14, card: 16, title: 24 },
} as const

export const radius = { control: 8, card: 12 } as const

/** Heights (px) of buttons and inputs, and of icon buttons; larger on phones. */
export const height = {
  desktop: { control: 36, tool: 32 },
  phone: { control: 44, tool: 44 },
} as const

/** Durations of colour changes and of appearing elements. Used only by CSS. */
const motion = { quick: '120ms', calm: '160ms' } as const

/** Narrower windows are phones, where tables become cards and dialogs fill the screen. */
export const PHONE = '(max-width: 767.98px)'

/** All of it as CSS variables: `--primary`, `--edge-strong`, `--tone-green-text`, `--control`, `--calm` … */
export function tokensToCss(): string {
  const { desktop, phone } = height
  return [
    `:root{color-scheme:light;${variables(light)};${heights(desktop)}}`,
    `[data-theme=dark]{color-scheme:dark;${variables(dark)}}`,
    `@media ${PHONE}{:root{${heights(phone)}}}`,
    ...Object.keys(light.tones).map((tone) => `[data-tint=${tone}]{${toned(tone)}}`),
    `:root{--quick:${motion.quick};--calm:${motion.calm}}`,
  ].join('')
}

function heights({ control, tool }: { control: number; tool: number }): string {
  return `--control:${control}px;--tool:${tool}px`
}

function variables({ tones, ...colours }: Palette): string {
  const plain = Object.entries(colours).map(([name, value]) => `--${dashed(name)}:${value}`)
  const tinted = Object.entries(tones).flatMap(([tone, tint]) =>
    Object.entries(tint).map(([part, value]) => `--tone-${tone}-${part}:${value}`),
  )
  return [...plain, ...tinted].join(';')
}

/** Returns the colours of a tone, by their names in base.css. */
function toned(tone: string): string {
  return ['edge', 'fill', 'text']
    .map((part) => `--tone-${part}:var(--tone-${tone}-${part})`)
    .join(';')
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
