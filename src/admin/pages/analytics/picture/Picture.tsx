import { type PointerEvent, useCallback, useMemo, useRef, useState } from 'react'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { Shade } from '#admin/ui/theme/shade.ts'
import { useWidth } from '#admin/ui/use-width.ts'
import { LOOKS, type Look } from '../palette.ts'
import { sentenceOf } from '../sentence.ts'
import type { Series } from '../series.ts'
import { slicesOf } from '../slices.ts'
import { barSpec } from './bar.ts'
import { Legend } from './Legend.tsx'
import { lineSpec } from './line.ts'
import css from './Picture.module.css'
import { Plot } from './Plot.tsx'
import { pieSpec } from './pie.ts'
import type { Spec } from './spec.ts'
import { Tip } from './Tip.tsx'
import { valueAxis } from './ticks.ts'

interface Props {
  series: Series
  shade: Shade
  /** Opens the records behind an entry; its key is given. */
  onOpen: ((key: string) => void) | undefined
}

/** A chart's picture, which carries the chart's sentence as its text alternative. */
export function Picture({ series, shade, onOpen }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const pointer = useRef({ x: 0, y: 0 })
  const [tip, setTip] = useState<{ at: number; x: number; y: number }>()
  const width = useWidth(box)
  const look = LOOKS[shade]
  const specs = useMemo(
    () => (width > 0 ? specsOf(series, look, width) : []),
    [series, look, width],
  )
  const point = useCallback(
    (at: number | undefined) => setTip(at === undefined ? undefined : { at, ...pointer.current }),
    [],
  )
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const place = box.current?.getBoundingClientRect()
    if (place) pointer.current = { x: clientX - place.x, y: clientY - place.y }
  }
  const pick = (at: number) => {
    const key = keyAt(series, at)
    if (key !== undefined) onOpen?.(key)
  }

  return (
    <div
      ref={box}
      className={css.picture}
      role="img"
      aria-label={translate('{title}. {sentence}', {
        title: translate(series.chart.title),
        sentence: sentenceOf(series),
      })}
      onPointerOverCapture={follow}
      onPointerMoveCapture={follow}
      onPointerLeave={() => setTip(undefined)}
    >
      {width > 0 ? <Legend series={series} look={look} width={width} /> : null}
      {specs.map((spec, index) => (
        <div key={series.chart.values[index]?.key}>
          {specs.length > 1 ? <PlotName series={series} index={index} /> : null}
          <Plot
            key={String(series.beforeRange === undefined)}
            spec={spec}
            onPoint={point}
            onPick={pick}
          />
        </div>
      ))}
      {tip ? <Tip series={series} look={look} width={width} {...tip} /> : null}
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

function specsOf(series: Series, look: Look, width: number): Spec[] {
  const { kind, values } = series.chart
  if (kind === 'pie') return [pieSpec(series, look, width)]
  if (kind === 'bar') return [barSpec(series, look, width)]
  return values.map((_, index) => lineSpec(series, index, look, width))
}

function keyAt({ chart, entries }: Series, at: number): string | undefined {
  return chart.kind === 'pie' ? slicesOf(entries)[at]?.key : entries[at]?.key
}
