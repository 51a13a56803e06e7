import { formatRange, wordsForPeriod } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { colourAt, type Look } from '../palette.ts'
import type { Series } from '../series.ts'
import { sliceLabel, slicesOf } from '../slices.ts'
import css from './Legend.module.css'
import { ROOM_FOR_LABELS, sliceColour } from './pie.ts'

type Mark = 'line' | 'dashed' | 'solid' | 'hatched' | 'outline' | 'light'

interface Item {
  mark: Mark
  colour: string
  label: string
}

/** What each colour, dash and stripe of a picture means. Without two of them there is nothing to tell apart. */
export function Legend({ series, look, width }: { series: Series; look: Look; width: number }) {
  const items = itemsOf(series, look, width)
  if (items.length === 0) return null
  return (
    <div className={css.legend}>
      {items.map(({ mark, colour, label }) => (
        <span key={`${mark} ${label}`} className={css.item}>
          <Swatch mark={mark} colour={colour} />
          <bdi>{label}</bdi>
        </span>
      ))}
    </div>
  )
}

function itemsOf(series: Series, look: Look, width: number): Item[] {
  const { chart, range, beforeRange, entries, isSoFar } = series
  const now = isSoFar
    ? translate('{range} (so far)', { range: formatRange(range) })
    : formatRange(range)
  const before = beforeRange && wordsForPeriod(beforeRange, range)
  const first = colourAt(look, 0)
  if (chart.kind === 'line' && before)
    return [
      { mark: 'line', colour: first, label: now },
      { mark: 'dashed', colour: look.quiet, label: before },
    ]
  if (chart.kind === 'bar') {
    const isAlone = chart.values.length === 1
    if (isAlone && !before) return []
    const values = chart.values.map(
      ({ label }, index): Item => ({
        mark: index === 0 ? 'solid' : 'hatched',
        colour: colourAt(look, index),
        label: isAlone ? now : translate(label),
      }),
    )
    return before ? [...values, { mark: 'outline', colour: look.quiet, label: before }] : values
  }
  if (chart.kind !== 'pie') return []
  const labels =
    width < ROOM_FOR_LABELS
      ? slicesOf(entries).map(
          (slice, at): Item => ({
            mark: 'solid',
            colour: sliceColour(look, slice, at),
            label: sliceLabel(slice),
          }),
        )
      : []
  const rings: Item[] = before
    ? [
        { mark: 'solid', colour: first, label: translate('Outside: {range}', { range: now }) },
        { mark: 'light', colour: first, label: translate('Inside: {range}', { range: before }) },
      ]
    : []
  return [...labels, ...rings]
}

function Swatch({ mark, colour }: Omit<Item, 'label'>) {
  const isLine = mark === 'line' || mark === 'dashed'
  return (
    <svg className={css.mark} viewBox="0 0 20 12" aria-hidden="true" focusable="false">
      {isLine ? (
        <path
          d="M1 6H19"
          stroke={colour}
          strokeWidth="2.5"
          {...(mark === 'dashed' && { strokeDasharray: '5 3' })}
        />
      ) : (
        <rect
          x="4.75"
          y="0.75"
          width="10.5"
          height="10.5"
          rx="2"
          stroke={colour}
          strokeWidth="1.5"
          fill={mark === 'solid' || mark === 'light' ? colour : 'none'}
          {...(mark === 'light' && { fillOpacity: 0.45, stroke: 'none' })}
          {...(mark === 'outline' && { strokeDasharray: '3 2' })}
        />
      )}
      {mark === 'hatched' ? (
        <path d="M5 8L12 1M6 11L15 2M10 11L15 6" stroke={colour} strokeWidth="1.5" />
      ) : null}
    </svg>
  )
}
