import { Base } from '@ant-design/charts'
import { memo, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { Shade } from '#admin/ui/theme/shade.ts'
import { useIsForced } from '#admin/ui/use-is-forced.ts'
import { useWidth } from '#admin/ui/use-width.ts'
import { isObject } from '#model/paths.ts'
import { PALETTES, type Palette, systemPalette } from '../palette.ts'
import { sentenceOf } from '../sentence.ts'
import type { Series } from '../series.ts'
import { slicesOf } from '../slices.ts'
import { barSpec } from './bar.ts'
import { Legend } from './Legend.tsx'
import { lineSpec } from './line.ts'
import css from './Picture.module.css'
import { PointedEntry } from './PointedEntry.tsx'
import { pieSpec } from './pie.ts'
import type { Spec } from './spec.ts'
import { valueAxis } from './ticks.ts'

interface Props {
  series: Series
  shade: Shade
  /** Opens the records behind an entry; its key is given. */
  onOpen: ((key: string) => void) | undefined
}

/** A chart's picture, which carries the chart's sentence as its text alternative. */
export function Picture({ series, shade, onOpen }: Props) {
  const { chart, entries } = series
  const box = useRef<HTMLDivElement>(null)
  const pointer = useRef({ x: 0, y: 0 })
  const [pointed, setPointed] = useState<{ at: number; x: number; y: number }>()
  const width = useWidth(box) ?? 0
  const isForced = useIsForced()
  const palette = useMemo(() => (isForced ? systemPalette() : PALETTES[shade]), [isForced, shade])
  const specs = useMemo(
    () => (width > 0 ? specsOf(series, palette, width) : []),
    [series, palette, width],
  )
  const point = useCallback(
    (at: number | undefined) =>
      setPointed(at === undefined ? undefined : { at, ...pointer.current }),
    [],
  )
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const place = box.current?.getBoundingClientRect()
    if (place) pointer.current = { x: clientX - place.x, y: clientY - place.y }
  }
  const pick = (at: number) => {
    const key = chart.kind === 'pie' ? slicesOf(entries)[at]?.key : entries[at]?.key
    if (key !== undefined) onOpen?.(key)
  }

  return (
    <div
      ref={box}
      className={css.picture}
      role="img"
      aria-label={translate('{title}. {sentence}', {
        title: translate(chart.title),
        sentence: sentenceOf(series),
      })}
      onPointerOverCapture={follow}
      onPointerMoveCapture={follow}
      onPointerLeave={() => setPointed(undefined)}
    >
      {width > 0 ? <Legend series={series} palette={palette} width={width} /> : null}
      {specs.map((spec, index) => (
        <div key={chart.values[index]?.key}>
          {specs.length > 1 ? <PlotName series={series} index={index} /> : null}
          <Plot
            key={String(series.beforeRange === undefined)}
            spec={spec}
            onPoint={point}
            onPick={pick}
          />
        </div>
      ))}
      {pointed ? <PointedEntry {...{ series, palette, width }} {...pointed} /> : null}
    </div>
  )
}

/** What one of several plots shows, and where its axis begins when that is not 0. */
function PlotName({ series, index }: { series: Series; index: number }) {
  const axis = valueAxis(series, index)
  return (
    <span className={css.name}>
      {series.measures[index]}
      {axis.isCut ? (
        <small>{translate('axis from {value}', { value: formatNumber(axis.from) })}</small>
      ) : null}
    </span>
  )
}

function specsOf(series: Series, palette: Palette, width: number): Spec[] {
  const { kind, values } = series.chart
  if (kind === 'pie') return [pieSpec(series, palette, width)]
  if (kind === 'bar') return [barSpec(series, palette, width)]
  return values.map((_, index) => lineSpec(series, index, palette, width))
}

interface PlotProps {
  spec: Spec
  /** Which entry the pointer is at; undefined when at none. Must keep its identity. */
  onPoint: (at: number | undefined) => void
  onPick: (at: number) => void
}

/** One plot of G2. What happens in it is told by the place of the entry it happened at. */
const Plot = memo(function Plot({ spec, onPoint, onPick }: PlotProps) {
  const handlers = useRef({ onPoint, onPick })
  useEffect(() => {
    handlers.current = { onPoint, onPick }
  })
  const ready = useCallback((plot: unknown) => {
    const chart = isObject(plot) && isObject(plot.chart) ? plot.chart : undefined
    if (typeof chart?.on !== 'function') return
    chart.on('tooltip:show', (event: unknown) => {
      handlers.current.onPoint(placeAt(event, 'data', 'title'))
    })
    chart.on('tooltip:hide', () => handlers.current.onPoint(undefined))
    chart.on('element:click', (event: unknown) => {
      const at = placeAt(event, 'data', 'data', 'at')
      if (at !== undefined) handlers.current.onPick(at)
    })
  }, [])
  // Its letters are placed from the left, whatever the page's direction.
  return (
    <div dir="ltr">
      <Base {...spec} onReady={ready} />
    </div>
  )
})

function placeAt(event: unknown, ...path: string[]): number | undefined {
  const found = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), event)
  const number = found === undefined || found === '' ? Number.NaN : Number(found)
  return Number.isInteger(number) ? number : undefined
}
