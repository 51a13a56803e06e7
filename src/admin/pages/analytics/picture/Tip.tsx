import { isolate } from '#admin/format/isolate.ts'
import { translate } from '#admin/format/translate.ts'
import type { Look } from '../palette.ts'
import { colourAt } from '../palette.ts'
import type { Entry, Series } from '../series.ts'
import { slicesOf } from '../slices.ts'
import { formatShare, withUnit } from '../words.ts'
import { sliceColour } from './pie.ts'
import css from './Tip.module.css'

interface Line {
  label: string
  value: string
  colour: string
}

/** Between the pointer and what is said of the place. */
const GAP = 14

interface Props {
  series: Series
  look: Look
  at: number
  /** The pointer, within the picture. */
  x: number
  y: number
  width: number
}

/** What the pointer is at, with units. For the eye only: sentence and table say the same to everyone. */
export function Tip({ series, look, at, x, y, width }: Props) {
  const { chart } = series
  const content = chart.kind === 'pie' ? ofSlice(series, look, at) : ofEntry(series, look, at)
  if (!content) return null
  const left = x > width / 2 ? `calc(${x - GAP}px - 100%)` : `${x + GAP}px`
  return (
    <div className={css.tip} style={{ transform: `translate(${left}, ${Math.max(0, y - GAP)}px)` }}>
      <strong>
        <bdi>{content.title}</bdi>
      </strong>
      {content.lines.map(({ label, value, colour }) => (
        <span key={label} className={css.line}>
          <span className={css.mark} style={{ background: colour }} />
          <span className={css.label}>{label}</span>
          <span className={css.value}>{value}</span>
        </span>
      ))}
      {chart.drill && content.isOpened ? (
        <span className={css.label}>
          {translate('Click to show the {name} {records}', {
            name: isolate(content.title),
            records: translate(chart.drill.page),
          })}
        </span>
      ) : null}
    </div>
  )
}

function ofEntry(series: Series, look: Look, at: number) {
  const { chart, entries, beforeRange, measures, grain } = series
  const entry = entries[at]
  if (!entry) return undefined
  const { label: title, before } = entry
  const lines = chart.values.flatMap(({ label, unit }, index): Line[] => {
    const text = measures[index] ?? translate(label)
    const now = {
      label: text,
      value: withUnit(entry.values[index], unit),
      colour: colourAt(look, index),
    }
    if (!(beforeRange && before)) return [now]
    const earlier = translate('{label}, {when}', {
      label: text,
      when: grain ? before.label : translate('before'),
    })
    return [
      now,
      { label: earlier, value: withUnit(before.values[index], unit), colour: look.quiet },
    ]
  })
  return { title, lines: [...lines, ...shareDone(series, entry, look)], isOpened: entry.key !== '' }
}

/** Of what was assigned, how much is completed. */
function shareDone({ chart }: Series, { values }: Entry, look: Look): Line[] {
  const numberOf = (key: string) => values[chart.values.findIndex((value) => value.key === key)]
  const [assigned, completed] = [numberOf('assignedCount'), numberOf('completedCount')]
  if (!assigned || typeof completed !== 'number') return []
  const value = formatShare((completed / assigned) * 100)
  return [{ label: translate('Completion rate'), value, colour: look.quiet }]
}

function ofSlice({ chart, entries, beforeRange }: Series, look: Look, at: number) {
  const slice = slicesOf(entries)[at]
  const [value] = chart.values
  if (!(slice && value)) return undefined
  const now = {
    label: translate(value.label),
    value: `${withUnit(slice.value, value.unit)} · ${formatShare(slice.share)}`,
    colour: sliceColour(look, slice, at),
  }
  const earlier = {
    label: translate('{label}, {when}', { label: now.label, when: translate('before') }),
    value: withUnit(slice.before, value.unit),
    colour: look.quiet,
  }
  return {
    title: slice.label,
    lines: beforeRange ? [now, earlier] : [now],
    isOpened: Boolean(slice.key),
  }
}
