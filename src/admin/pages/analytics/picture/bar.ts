import { translate } from '#admin/format/translate.ts'
import type { Unit } from '#contract/insight/charts.ts'
import { capital } from '#model/words.ts'
import { colourAt, type Palette } from '../palette.ts'
import type { Series } from '../series.ts'
import { formatValue } from '../words.ts'
import {
  axisTitle,
  frame,
  HEIGHT,
  LEGEND,
  POINTED,
  placeAxis,
  roomOf,
  type Spec,
  valueAxisSpec,
} from './spec.ts'
import { valueAxis } from './ticks.ts'

interface Bar {
  at: number
  key: string
  /** Its place among the bars of an entry. */
  series: string
  index: number
  isBefore: boolean
  value: number | null
}

/** The widths of a letter of an axis, and of a number over a bar, in pixels. */
const LETTER = 6.4
const ROOM_FOR_NUMBER = 34

/**
 * The bars of a chart, side by side where it has several values. Those after the first are hatched, those of
 * the previous period are outlines: nobody needs to see colours to tell them apart.
 */
export function barSpec(series: Series, palette: Palette, width: number): Spec {
  const { entries, chart, beforeRange } = series
  const bars = entries.flatMap((entry, at) =>
    chart.values.flatMap((_, index): Bar[] => {
      const bar = { at, key: String(at), index }
      const [value, before] = [entry.values[index] ?? null, entry.before?.values[index] ?? null]
      return [
        ...(beforeRange ? [{ ...bar, series: `${index}a`, isBefore: true, value: before }] : []),
        { ...bar, series: `${index}b`, isBefore: false, value },
      ]
    }),
  )
  const slot = roomOf(width) / entries.length
  const isTight = entries.some(({ short }) => short.length * LETTER > slot)
  // Numbers stand over this period's bars only: compared or not, there is room for as many.
  const hasRoom = slot / chart.values.length > ROOM_FOR_NUMBER
  const isAlone = chart.values.length === 1
  const { unit, label } = chart.values[0] ?? { unit: 'users', label: '' }
  const title = isAlone ? axisTitle(label, unit) : translate(capital(unit))
  // One axis for all values of a chart: they are of one unit.
  const axes = chart.values.map((_, index) => valueAxis(series, index))
  const widest = axes.reduce((best, one) => (one.to > best.to ? one : best))
  const values = valueAxisSpec(palette, widest, title)
  const mark: Spec = {
    type: 'interval',
    data: bars,
    encode: { x: 'key', y: 'value', series: 'series' },
    transform: [{ type: 'dodgeX', padding: 0.08 }],
    style: {
      maxWidth: 56,
      fillOpacity: 1,
      radiusTopLeft: 3,
      radiusTopRight: 3,
      fill: (bar: Bar) => fillOf(bar, palette),
      stroke: (bar: Bar) => colourAt(palette, bar.index),
      lineWidth: (bar: Bar) => (bar.isBefore || bar.index > 0 ? 1.5 : 0),
      lineDash: (bar: Bar) => (bar.isBefore ? [4, 3] : [0, 0]),
      cursor: chart.drill ? 'pointer' : 'default',
    },
    tooltip: POINTED,
    labels: hasRoom ? [numbers(unit, palette)] : [],
  }
  return frame(width, isAlone && !beforeRange ? HEIGHT : HEIGHT - LEGEND, [mark], {
    paddingBottom: 62,
    scale: {
      x: {
        type: 'band',
        domain: entries.map((_, at) => String(at)),
        paddingInner: 0.35,
        paddingOuter: 0.2,
      },
      y: values.scale,
    },
    axis: {
      x: placeAxis(palette, series.place, {
        titleSpacing: 6,
        labelFormatter: (key: string) => {
          const text = entries[Number(key)]?.short ?? ''
          return isTight ? tickText(text, Number(key)) : text
        },
      }),
      y: values.axis,
    },
    tooltip: { shared: true },
  })
}

function fillOf({ index, isBefore }: Bar, palette: Palette): unknown {
  if (isBefore) return palette.surface
  const colour = colourAt(palette, index)
  return index === 0 ? colour : hatch(colour, palette.surface)
}

function numbers(unit: Unit, { text, font }: Palette): Spec {
  return {
    text: ({ value, isBefore }: Bar) =>
      value === null || isBefore ? '' : formatValue(value, unit),
    position: 'top',
    textBaseline: 'bottom',
    dy: -2,
    fill: text,
    fillOpacity: 1,
    fontFamily: font,
    fontSize: 12,
    transform: [{ type: 'overlapHide' }],
  }
}

/** Where room is scarce: in two lines, and a word alone one line lower than its neighbours. */
function tickText(text: string, at: number): string {
  const middle = text.length / 2
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  const best = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0]
  if (best !== undefined) return `${text.slice(0, best)}\n${text.slice(best + 1)}`
  return at % 2 === 1 ? `\n${text}` : text
}

const hatches = new Map<string, unknown>()
const SIZE = 8

/** A pattern of slanted stripes for a fill, drawn once per pair of colours. */
function hatch(colour: string, ground: string): unknown {
  const name = `${colour} ${ground}`
  const pattern = hatches.get(name) ?? { image: stripes(colour, ground), repetition: 'repeat' }
  hatches.set(name, pattern)
  return pattern
}

function stripes(colour: string, ground: string): HTMLCanvasElement {
  const scale = devicePixelRatio > 1 ? 2 : 1
  const canvas = document.createElement('canvas')
  canvas.width = SIZE * scale
  canvas.height = SIZE * scale
  const pen = canvas.getContext('2d')
  if (!pen) return canvas
  pen.scale(scale, scale)
  pen.fillStyle = ground
  pen.fillRect(0, 0, SIZE, SIZE)
  pen.strokeStyle = colour
  pen.lineWidth = 3
  pen.beginPath()
  // Three lines, so that the corners of the tile meet.
  for (const shift of [-SIZE, 0, SIZE]) {
    pen.moveTo(shift - 1, SIZE + 1)
    pen.lineTo(shift + SIZE + 1, -1)
  }
  pen.stroke()
  return canvas
}
