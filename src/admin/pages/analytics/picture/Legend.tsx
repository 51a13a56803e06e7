import { Flex } from 'antd'
import { formatRange, wordsForPeriod } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { colourAt, type Palette } from '../palette.ts'
import type { Series } from '../series.ts'
import { sliceLabel, slicesOf } from '../slices.ts'
import css from './Picture.module.css'
import { ROOM_FOR_LABELS, sliceColour } from './pie.ts'

type Mark = 'line' | 'dashed' | 'solid' | 'hatched' | 'outline' | 'light'
type Item = readonly [mark: Mark, colour: string, label: string]

interface Props {
  series: Series
  palette: Palette
  width: number
}

/** What each colour, dash and stripe of a picture means. Without two of them there is nothing to tell apart. */
export function Legend(props: Props) {
  const items = itemsOf(props)
  if (items.length === 0) return null
  return (
    <Flex wrap gap="4px 16px" style={{ marginBlockEnd: 8, fontSize: 12 }}>
      {items.map(([mark, colour, label]) => (
        <span key={`${mark} ${label}`} className={css.item}>
          <svg viewBox="0 0 20 12" aria-hidden="true" focusable="false" fill="none" stroke={colour}>
            {MARKS[mark](colour)}
          </svg>
          <bdi>{label}</bdi>
        </span>
      ))}
    </Flex>
  )
}

function itemsOf({ series, palette, width }: Props): Item[] {
  const { chart, range, beforeRange, entries, isSoFar } = series
  const days = formatRange(range)
  const now = isSoFar ? translate('{range} (so far)', { range: days }) : days
  const before = beforeRange && wordsForPeriod(beforeRange, range)
  const first = colourAt(palette, 0)
  switch (chart.kind) {
    case 'line':
      return before === undefined
        ? []
        : [
            ['line', first, now],
            ['dashed', palette.quiet, before],
          ]
    case 'bar': {
      const values = chart.values.map(
        ({ label }, index): Item => [
          index === 0 ? 'solid' : 'hatched',
          colourAt(palette, index),
          chart.values.length === 1 ? now : translate(label),
        ],
      )
      if (before !== undefined) return [...values, ['outline', palette.quiet, before]]
      return values.length === 1 ? [] : values
    }
    case 'pie': {
      const labels = slicesOf(entries).map(
        (slice, at): Item => ['solid', sliceColour(palette, slice, at), sliceLabel(slice)],
      )
      const rings: Item[] = [
        ['solid', first, translate('Outside: {range}', { range: now })],
        ['light', first, translate('Inside: {range}', { range: before ?? '' })],
      ]
      return [...(width < ROOM_FOR_LABELS ? labels : []), ...(before === undefined ? [] : rings)]
    }
  }
}

const square = { x: 4.75, y: 0.75, width: 10.5, height: 10.5, rx: 2, strokeWidth: 1.5 }
const rule = { d: 'M1 6H19', strokeWidth: 2.5 }

const MARKS = {
  line: () => <path {...rule} />,
  dashed: () => <path {...rule} strokeDasharray="5 3" />,
  solid: (colour) => <rect {...square} fill={colour} />,
  light: (colour) => <rect {...square} fill={colour} fillOpacity={0.45} stroke="none" />,
  outline: () => <rect {...square} strokeDasharray="3 2" />,
  hatched: () => (
    <>
      <rect {...square} />
      <path d="M5 8L12 1M6 11L15 2M10 11L15 6" strokeWidth={1.5} />
    </>
  ),
} as const satisfies Record<Mark, (colour: string) => unknown>
