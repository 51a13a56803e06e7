import { Flex, Typography } from 'antd'
import { isolate } from '#admin/format/isolate.ts'
import { translate } from '#admin/format/translate.ts'
import { colourAt, type Palette } from '../palette.ts'
import type { Series } from '../series.ts'
import { slicesOf } from '../slices.ts'
import { formatShare, withUnit } from '../words.ts'
import css from './PointedEntry.module.css'
import { sliceColour } from './pie.ts'

type Line = readonly [label: string, value: string, colour: string]

/** Between the pointer and what is said of the place. */
const GAP = 14

interface Props {
  series: Series
  palette: Palette
  at: number
  /** The pointer, within the picture. */
  x: number
  y: number
  width: number
}

/** What the pointer is at, with units. For the eye only: sentence and table say the same to everyone. */
export function PointedEntry({ series, palette, at, x, y, width }: Props) {
  const { chart } = series
  const content = (chart.kind === 'pie' ? ofSlice : ofEntry)(series, palette, at)
  if (!content) return null
  const { title, lines, key } = content
  const left = x > width / 2 ? `calc(${x - GAP}px - 100%)` : `${x + GAP}px`
  return (
    // The pointer's place is counted from the left, whatever the page's direction.
    <div
      className={css.box}
      style={{ left: 0, transform: `translate(${left}, ${Math.max(0, y - GAP)}px)` }}
    >
      <strong>
        <bdi>{title}</bdi>
      </strong>
      {lines.map(([label, value, colour]) => (
        <Flex key={label} component="span" align="center" gap={8}>
          <span className={css.mark} style={{ background: colour }} />
          <Typography.Text type="secondary" style={{ flex: '1' }}>
            {label}
          </Typography.Text>
          <span
            style={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600, whiteSpace: 'nowrap' }}
          >
            {value}
          </span>
        </Flex>
      ))}
      {chart.drill && key ? (
        <Typography.Text type="secondary" style={{ flex: '1' }}>
          {translate('Click to show the {name} {records}', {
            name: isolate(title),
            records: translate(chart.drill.page),
          })}
        </Typography.Text>
      ) : null}
    </div>
  )
}

function ofEntry(series: Series, palette: Palette, at: number) {
  const { chart, entries, beforeRange, measures, grain } = series
  const entry = entries[at]
  if (!entry) return undefined
  const { key, label: title, values, before } = entry
  const when = grain && before ? before.label : translate('before')
  const lines = chart.values.flatMap(({ unit }, index): Line[] => {
    const label = measures[index] ?? ''
    const now: Line = [label, withUnit(values[index], unit), colourAt(palette, index)]
    if (!(beforeRange && before)) return [now]
    const earlier = translate('{label}, {when}', { label, when })
    return [now, [earlier, withUnit(before.values[index], unit), palette.quiet]]
  })
  // Of what was assigned, how much is completed.
  const numberOf = (name: string) => values[chart.values.findIndex((value) => value.key === name)]
  const [assigned, completed] = [numberOf('assignedCount'), numberOf('completedCount')]
  if (assigned && typeof completed === 'number') {
    const share = formatShare((completed / assigned) * 100)
    lines.push([translate('Completion rate'), share, palette.quiet])
  }
  return { title, lines, key }
}

function ofSlice({ chart, entries, beforeRange }: Series, palette: Palette, at: number) {
  const slice = slicesOf(entries)[at]
  const [value] = chart.values
  if (!(slice && value)) return undefined
  const { key, label: title, share, before } = slice
  const label = translate(value.label)
  const amount = `${withUnit(slice.value, value.unit)} · ${formatShare(share)}`
  const earlier = translate('{label}, {when}', { label, when: translate('before') })
  const lines: Line[] = [
    [label, amount, sliceColour(palette, slice, at)],
    [earlier, withUnit(before, value.unit), palette.quiet],
  ]
  return { title, lines: beforeRange ? lines : lines.slice(0, 1), key }
}
