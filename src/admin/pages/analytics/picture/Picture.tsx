import { Column, type ColumnConfig, Line, Pie } from '@ant-design/charts'
import { useEffect, useMemo, useRef } from 'react'
import { isolate } from '#admin/format/isolate.ts'
import {
  formatNumber,
  formatPercent,
  formatRange,
  formatWholePercent,
  wordsForPeriod,
} from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { useShade } from '#admin/ui/theme/mode.ts'
import { watchMedia } from '#admin/ui/use-is-phone.ts'
import { useWidth } from '#admin/ui/use-width.ts'
import type { Chart } from '#contract/charts.ts'
import { getAt } from '#model/paths.ts'
import { capital } from '#model/words.ts'
import { PALETTES, type Palette, systemPalette } from '../palette.ts'
import { formatValue, type Series, sentenceOf, slicesOf } from '../series.ts'

/** Pictures use the system colours of a contrast theme. */
const useIsForced = watchMedia('(forced-colors: active)')

const HEIGHT = 300
const SHARED_HEIGHT = 170
const MOST_DOTS = 31
/** Minimum width for labels beside a pie (px). Below it the legend shows them. */
const ROOM_FOR_LABELS = 440

interface Mark {
  /** Key of its entry; '' if it has no records. */
  key: string
  title: string
  series: string
  isBefore: boolean
  value: number | null
  name: string
  text: string
}

/** A chart's picture. Its text alternative is its sentence; the table beside it has all numbers. */
export function Picture({
  series,
  onOpen,
}: {
  series: Series
  onOpen: ((key: string) => void) | undefined
}) {
  const { chart } = series
  const box = useRef<HTMLDivElement>(null)
  const isWide = (useWidth(box) ?? ROOM_FOR_LABELS) >= ROOM_FOR_LABELS
  const isForced = useIsForced()
  const shade = useShade()
  const palette = useMemo(() => (isForced ? systemPalette() : PALETTES[shade]), [isForced, shade])
  // The library keeps the first handler.
  const open = useRef(onOpen)
  useEffect(() => {
    open.current = onOpen
  })
  const plots = useMemo(() => {
    const onReady: ColumnConfig['onReady'] = ({ chart }) => {
      chart.on('element:click', (event: unknown) => {
        const key = getAt(event, 'data.data.key')
        if (typeof key === 'string' && key) open.current?.(key)
      })
    }
    const common = { onReady, ...look(palette, chart) }
    if (chart.kind === 'pie') return <Pie {...common} {...pieConfig(series, palette, isWide)} />
    if (chart.kind === 'bar') return <Column {...common} {...barConfig(series, palette)} />
    return chart.values.map(({ key }, index) => (
      <Line key={key} {...common} {...lineConfig(series, index, palette)} />
    ))
  }, [series, palette, isWide, chart])
  const title = translate(chart.title)
  return (
    // Canvases are laid out from the left, whatever the page's direction.
    <div
      ref={box}
      dir="ltr"
      role="img"
      aria-label={translate('{title}. {sentence}', { title, sentence: sentenceOf(series) })}
    >
      {plots}
    </div>
  )
}

/** Options that all charts share: the console's colours and font, no animation, the library's tooltip. */
function look({ text, muted, grid, raised, font }: Palette, { kind }: Chart) {
  const letters = { labelFontFamily: font, titleFontFamily: font, itemLabelFontFamily: font }
  return {
    animate: false,
    margin: 8,
    theme: {
      type: 'classic',
      view: { viewFill: 'transparent' },
      axis: {
        ...letters,
        ...{ labelFill: muted, labelOpacity: 1, titleFill: muted, titleOpacity: 1 },
        ...{ gridStroke: grid, gridStrokeOpacity: 1, gridLineDash: [0, 0], gridLineWidth: 1 },
      },
      legendCategory: { ...letters, itemLabelFill: text, itemLabelFillOpacity: 1 },
      label: { fontFamily: font, fill: text, fillOpacity: 1, connectorStroke: muted },
      tooltip: {
        crosshairsStroke: muted,
        css: {
          '.g2-tooltip': {
            background: raised,
            color: text,
            border: `1px solid ${grid}`,
            'font-family': font,
            transition: 'none',
          },
          '.g2-tooltip-title': { color: text },
          '.g2-tooltip-list-item-name-label': { color: muted },
          '.g2-tooltip-list-item-value': { color: text },
        },
      },
    },
    tooltip: {
      title: ({ title }: Mark) => title,
      items: [({ name, text }: Mark) => ({ name, value: text })],
    },
    interaction: { tooltip: { shared: kind !== 'pie', render: tooltipOf } },
  }
}

/** A line of one value, and a dashed one of the previous period. Each value has its own plot and axis. */
function lineConfig(series: Series, index: number, palette: Palette) {
  const { chart, entries, place } = series
  const { label = '', over } = chart.values[index] ?? {}
  const isLast = index === chart.values.length - 1
  return {
    height: chart.values.length > 1 ? SHARED_HEIGHT : HEIGHT,
    ...plane(series, [index], [palette.colours[index] ?? palette.quiet, palette.quiet], {
      x: isLast ? place : false,
      y: translate(label),
      // From zero, a level with small changes would be a flat line.
      isFromZero: over !== 'level',
    }),
    ...(index > 0 && { legend: false as const }),
    connectNulls: false,
    style: { lineWidth: 2, lineDash: ([mark]: Mark[]) => (mark?.isBefore ? [6, 4] : [0, 0]) },
    point:
      entries.length > MOST_DOTS
        ? false
        : { sizeField: 3, style: { fillOpacity: 1, lineWidth: 0 }, tooltip: false },
  }
}

function barConfig(series: Series, { colours, quiet }: Palette) {
  const { chart, place, measures } = series
  const isOne = chart.values.length === 1
  const { unit = 'users' } = chart.values[0] ?? {}
  return {
    height: HEIGHT,
    ...plane(series, [...chart.values.keys()], isOne ? [colours[0], quiet] : colours, {
      x: place,
      y: isOne ? (measures[0] ?? '') : translate(capital(unit)),
      isFromZero: true,
    }),
    group: true,
    style: { maxWidth: 56, cursor: cursorOver(chart) },
    label: {
      text: ({ value }: Mark) => (value === null ? '' : formatValue(value, unit)),
      ...{ position: 'top', textBaseline: 'bottom', dy: -2 },
      transform: [{ type: 'overlapHide' }],
    },
  }
}

const cursorOver = ({ drill }: Chart) => (drill ? 'pointer' : 'default')

function plane(
  series: Series,
  indexes: readonly number[],
  colours: readonly string[],
  { x, y, isFromZero }: { x: string | false; y: string; isFromZero: boolean },
) {
  const data = marksOf(series, indexes)
  const isPercent = series.chart.values[0]?.unit === 'percent'
  const shorts = new Map(series.entries.map(({ key, short }) => [key, short]))
  const names = [...new Set(data.map((mark) => mark.series))]
  return {
    data,
    insetTop: 12,
    ...{ xField: 'key', yField: 'value', colorField: 'series' },
    scale: {
      x: { domain: [...shorts.keys()] },
      y: {
        nice: true,
        ...((isFromZero || isPercent) && { domainMin: 0 }),
        ...(data.every(({ value }) => !value) && { domainMax: 1 }),
      },
      color: { domain: names, range: [...colours] },
    },
    axis: {
      x: {
        title: x,
        labelFormatter: (key: string) => shorts.get(key) ?? '',
        labelAutoRotate: false,
        label: x !== false,
        tick: false,
      },
      y: {
        title: y,
        // Counts have no halves.
        labelFormatter: (value: number) =>
          isPercent ? formatPercent(value) : Number.isInteger(value) ? formatNumber(value) : '',
      },
    },
    legend: names.length > 1 && { color: { position: 'top' as const, itemMarker: 'square' } },
  }
}

/** Returns the marks of a chart's values, each preceded by the previous period's. */
function marksOf(series: Series, indexes: readonly number[]): Mark[] {
  const { chart, entries, beforeRange, range, grain, isSoFar, measures } = series
  const isOne = indexes.length === 1
  const days = formatRange(range)
  const now = isSoFar ? translate('{range} (so far)', { range: days }) : days
  return entries.flatMap(({ key, label: title, values, before }) =>
    indexes.flatMap((index): Mark[] => {
      const { unit = 'users' } = chart.values[index] ?? {}
      const label = measures[index] ?? ''
      const markOf = (
        value: number | null = null,
        more: Pick<Mark, 'isBefore' | 'name' | 'series'>,
      ) => ({ key, title, value, text: formatValue(value, unit), ...more })
      const own = markOf(values[index], {
        isBefore: false,
        name: label,
        series: isOne ? now : label,
      })
      if (!beforeRange) return [own]
      const earlier = translate('{label}, previous period', { label })
      const name =
        grain && before ? translate('{label}, {when}', { label, when: before.label }) : earlier
      const period = isOne ? wordsForPeriod(beforeRange, range) : earlier
      return [own, markOf(before?.values[index], { isBefore: true, name, series: period })]
    }),
  )
}

function pieConfig({ chart, entries, measures }: Series, palette: Palette, isWide: boolean) {
  const { unit = 'users' } = chart.values[0] ?? {}
  const slices = slicesOf(entries)
  const data = slices.map(({ key, label, value, share }): Mark & { value: number } => ({
    key,
    title: label,
    series: `${isolate(label)} ${formatWholePercent(share)}`,
    isBefore: false,
    value,
    name: measures[0] ?? '',
    text: `${formatValue(value, unit)} · ${formatPercent(share)}`,
  }))
  return {
    height: HEIGHT,
    data,
    ...{ angleField: 'value', colorField: 'series', radius: 0.8, innerRadius: 0.5 },
    scale: {
      color: {
        domain: data.map(({ series }) => series),
        range: slices.map(({ isRest }, at) =>
          isRest ? palette.quiet : (palette.colours[at] ?? palette.quiet),
        ),
      },
    },
    style: { stroke: palette.surface, lineWidth: 2, cursor: cursorOver(chart) },
    label: isWide && {
      text: 'series',
      position: 'outside',
      transform: [{ type: 'overlapDodgeY' }],
    },
    legend: !isWide && { color: { position: 'bottom' as const, maxRows: 6, itemMarker: 'square' } },
  }
}

interface Tip {
  title: string
  items: readonly { name: string; value: string; color: string }[]
}

/** The tooltip as elements, with G2's class names: its own template is markup, which Trusted Types refuse. */
function tooltipOf(_event: unknown, { title, items }: Tip): HTMLElement {
  const lines = items.map(({ name, value, color }) => {
    const marker = part('span', 'list-item-marker')
    marker.style.background = color
    const label = part('span', 'list-item-name', marker, part('span', 'list-item-name-label', name))
    return part('li', 'list-item', label, part('span', 'list-item-value', value))
  })
  return part('div', 'content', part('div', 'title', title), part('ul', 'list', ...lines))
}

// Not inside tooltipOf: the library treats a function that creates elements there as a React component.
function part(tag: string, name: string, ...content: (string | Node)[]): HTMLElement {
  const element = document.createElement(tag)
  element.className = `g2-tooltip-${name}`
  element.dir = 'auto'
  element.append(...content)
  return element
}
