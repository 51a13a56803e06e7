import { colourAt, type Look } from '../palette.ts'
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
export function pieSpec(series: Series, look: Look, width: number): Spec {
  const { entries, beforeRange, chart } = series
  const slices = slicesOf(entries)
  const hasRoom = width >= ROOM_FOR_LABELS
  const sum = (part: (slice: Slice) => number) =>
    slices.reduce((total, slice) => total + part(slice), 0) || 1
  const total = sum(({ value }) => value)
  const earlier = sum(({ before }) => before ?? 0)
  const ring = (name: Piece['ring'], part: (slice: Slice) => number): Piece[] =>
    slices.map((slice, at) => ({ ...slice, at, ring: name, part: part(slice) }))
  const now = ring('now', ({ value }) => value / total)
  const before = ring('before', ({ before: value }) => (value ?? 0) / earlier)
  const isDrilled = chart.drill !== undefined
  const marks = [
    ...(beforeRange ? [pieces(before, look, { fillOpacity: 0.45, isDrilled })] : []),
    { ...pieces(now, look, { isDrilled }), labels: hasRoom ? [labels(look)] : [] },
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
    interaction: { tooltip: { body: false } },
  })
}

/** The colour of a slice; what is gathered has the quiet one. */
export function sliceColour(look: Look, { key }: Slice, at: number): string {
  return key === undefined && at === MOST_SLICES - 1 ? look.quiet : colourAt(look, at)
}

function pieces(data: Piece[], look: Look, { isDrilled, ...style }: Spec): Spec {
  return {
    type: 'interval',
    data,
    encode: { x: 'ring', y: 'part' },
    transform: [{ type: 'stackY' }],
    style: {
      fill: (piece: Piece) => sliceColour(look, piece, piece.at),
      stroke: look.surface,
      lineWidth: 2,
      fillOpacity: 1,
      cursor: (piece: Piece) => (isDrilled && piece.key !== undefined ? 'pointer' : 'default'),
      ...style,
    },
    tooltip: POINTED,
  }
}

function labels(look: Look): Spec {
  return {
    text: sliceLabel,
    position: 'outside',
    fill: look.text,
    fillOpacity: 1,
    fontFamily: look.font,
    fontSize: 12,
    connectorStroke: look.muted,
    connectorStrokeOpacity: 1,
    transform: [{ type: 'overlapDodgeY' }],
  }
}
