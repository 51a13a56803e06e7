import { colourAt, type Palette } from '../palette.ts'
import type { Series } from '../series.ts'
import { MOST_SLICES, type Slice, sliceLabel, slicesOf } from '../slices.ts'
import { frame, HEIGHT, LEGEND, POINTED, type Spec } from './spec.ts'

interface Piece extends Slice {
  at: number
  ring: 'now' | 'before'
  part: number
}

/** A pie needs so much room for labels at both sides; with less they stand below it. */
export const ROOM_FOR_LABELS = 440
const NARROW_HEIGHT = 224

/** The slices of a chart as a ring; that of the previous period stands, lighter, inside it. */
export function pieSpec(series: Series, palette: Palette, width: number): Spec {
  const { entries, beforeRange, chart } = series
  const slices = slicesOf(entries)
  const hasRoom = width >= ROOM_FOR_LABELS
  const ring = (name: Piece['ring'], sizeOf: (slice: Slice) => number): Piece[] => {
    const whole = slices.reduce((total, slice) => total + sizeOf(slice), 0) || 1
    return slices.map((slice, at) => ({ ...slice, at, ring: name, part: sizeOf(slice) / whole }))
  }
  const now = ring('now', ({ value }) => value)
  const before = ring('before', ({ before: value }) => value ?? 0)
  const isDrilled = chart.drill !== undefined
  const marks = [
    ...(beforeRange ? [pieces(before, palette, { fillOpacity: 0.45, isDrilled })] : []),
    { ...pieces(now, palette, { isDrilled }), labels: hasRoom ? [labels(palette)] : [] },
  ]
  return frame(width, hasRoom ? HEIGHT - (beforeRange ? LEGEND : 0) : NARROW_HEIGHT, marks, {
    paddingLeft: 8,
    paddingRight: 8,
    paddingTop: 16,
    paddingBottom: 16,
    axis: false,
    coordinate: {
      type: 'theta',
      innerRadius: beforeRange ? 0.35 : 0.55,
      outerRadius: hasRoom ? 0.86 : 1,
    },
    scale: {
      x: {
        type: 'band',
        domain: beforeRange ? ['now', 'before'] : ['now'],
        paddingInner: beforeRange ? 0.08 : 0,
        paddingOuter: 0,
      },
    },
  })
}

/** The colour of a slice; what is gathered has the quiet one. */
export function sliceColour(palette: Palette, { key }: Slice, at: number): string {
  return key === undefined && at === MOST_SLICES - 1 ? palette.quiet : colourAt(palette, at)
}

function pieces(data: Piece[], palette: Palette, { isDrilled, ...style }: Spec): Spec {
  return {
    type: 'interval',
    data,
    encode: { x: 'ring', y: 'part' },
    transform: [{ type: 'stackY' }],
    style: {
      fill: (piece: Piece) => sliceColour(palette, piece, piece.at),
      stroke: palette.surface,
      lineWidth: 2,
      fillOpacity: 1,
      cursor: (piece: Piece) => (isDrilled && piece.key !== undefined ? 'pointer' : 'default'),
      ...style,
    },
    tooltip: POINTED,
  }
}

function labels(palette: Palette): Spec {
  return {
    text: sliceLabel,
    position: 'outside',
    fill: palette.text,
    fillOpacity: 1,
    fontFamily: palette.font,
    fontSize: 12,
    connectorStroke: palette.muted,
    connectorStrokeOpacity: 1,
    transform: [{ type: 'overlapDodgeY' }],
  }
}
