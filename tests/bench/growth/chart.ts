import type { Trend } from './trend.ts'

/** A line of one small picture. Figures of null are left out. */
export interface Line {
  kind: 'median' | 'p99' | 'cpu' | 'plain'
  values: readonly (number | null)[]
}

export interface Picture {
  title: string
  /** Beside the title, like 'flat'. */
  note: string
  trend?: Trend | undefined
  lines: readonly Line[]
}

const COLUMNS = 4
const WIDTH = 232
const HEIGHT = 150
const PAD = { left: 40, right: 10, top: 34, bottom: 24 }

/** Readable on white and on dark, wherever the file is shown. */
const STYLE = `
  text { font: 11px system-ui, sans-serif; fill: #57606a }
  .title { font-weight: 600; fill: #1f2328 }
  .flat { fill: #1a7f37 } .logarithmic { fill: #0969da } .linear { fill: #bc4c00 }
  .grid { stroke: #d0d7de; stroke-width: 1 }
  .median, .plain { stroke: #0969da; stroke-width: 2; fill: none }
  .p99 { stroke: #8c959f; stroke-width: 1; stroke-dasharray: 3 3; fill: none }
  .cpu { stroke: #bc4c00; stroke-width: 1.5; fill: none }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1 } .title { fill: #f0f6fc } .grid { stroke: #3d444d }
    .flat { fill: #3fb950 } .logarithmic { fill: #4493f8 } .linear { fill: #f0883e }
    .median, .plain { stroke: #4493f8 } .p99 { stroke: #656c76 } .cpu { stroke: #f0883e }
  }`

/**
 * Many small pictures on one sheet, all over the same sizes, both axes in logarithms.
 */
export function sheetOf(
  heading: string,
  sizes: readonly number[],
  unit: string,
  pictures: readonly Picture[],
): string {
  const rows = Math.ceil(pictures.length / COLUMNS)
  const [width, height] = [COLUMNS * WIDTH, rows * HEIGHT + 30]
  const drawn = pictures.map((picture, at) => {
    const [x, y] = [(at % COLUMNS) * WIDTH, Math.floor(at / COLUMNS) * HEIGHT + 30]
    return `<g transform="translate(${x} ${y})">${drawOne(picture, sizes, unit)}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(heading)}">
<style>${STYLE}</style>
<text class="title" x="${PAD.left}" y="18">${escaped(heading)}</text>
${drawn.join('\n')}
</svg>
`
}

function drawOne({ title, note, trend, lines }: Picture, sizes: readonly number[], unit: string) {
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null))
  // At least two decades, so that small wobbles look small.
  const low = Math.log10(Math.max(0.1, Math.min(...known))) - 0.2
  const high = Math.max(Math.log10(Math.max(...known)) + 0.1, low + 2)
  const [first = 1, last = 10] = [sizes[0], sizes.at(-1)]
  const span = Math.log2(last / first) || 1
  const x = (size: number) =>
    round(PAD.left + (Math.log2(size / first) / span) * (WIDTH - PAD.left - PAD.right))
  const y = (value: number) => {
    const share = (Math.log10(Math.max(0.1, value)) - low) / (high - low)
    return round(HEIGHT - PAD.bottom - share * (HEIGHT - PAD.top - PAD.bottom))
  }
  const decades = Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, at) =>
    Math.ceil(low + at),
  )
  const grid = decades.map((decade) => {
    const at = y(10 ** decade)
    return `<line class="grid" x1="${PAD.left}" x2="${WIDTH - PAD.right}" y1="${at}" y2="${at}"/><text x="${PAD.left - 4}" y="${at + 4}" text-anchor="end">${short(10 ** decade)}</text>`
  })
  const paths = lines.map(({ kind, values }) => {
    const points = values.flatMap((value, at) =>
      value === null ? [] : [`${x(sizes[at] ?? 1)},${y(value)}`],
    )
    return `<polyline class="${kind}" points="${points.join(' ')}"/>`
  })
  return `<text class="title" x="${PAD.left}" y="14">${escaped(title)}</text>
<text class="${trend ?? ''}" x="${PAD.left}" y="28">${escaped(note)}</text>
${grid.join('')}${paths.join('')}
<text x="${PAD.left}" y="${HEIGHT - 8}">${short(first)}</text><text x="${WIDTH - PAD.right}" y="${HEIGHT - 8}" text-anchor="end">${short(last)} users, ${unit}</text>`
}

function round(number: number): number {
  return Math.round(number * 10) / 10
}

function short(number: number): string {
  if (number >= 1_000_000) return `${round(number / 1_000_000)}M`
  if (number >= 1000) return `${round(number / 1000)}k`
  return String(round(number))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
