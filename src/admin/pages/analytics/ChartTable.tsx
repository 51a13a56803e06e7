import { Link, useLocation } from 'react-router-dom'
import { cameFrom } from '#admin/crud/came-from.ts'
import { isolate } from '#admin/format/isolate.ts'
import { formatRange } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import css from './ChartTable.module.css'
import { drillLink } from './drill.ts'
import { columnOf, type Series } from './series.ts'
import { formatShare, formatValue, sharesOf } from './words.ts'

interface Column {
  key: string
  label: string
  cells: readonly string[]
}

/** The same numbers as the picture's, as a table; a name leads to the records behind it. */
export function ChartTable({ series }: { series: Series }) {
  const { chart, entries, range } = series
  const location = useLocation()
  const columns = columnsOf(series)
  const title = translate(chart.title)
  return (
    <section
      className={css.place}
      aria-label={translate('{title} as a table', { title })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
    >
      <table className={css.table}>
        <caption>
          {title}, {formatRange(range)}
          {series.isSoFar ? ` ${translate('(so far)')}` : ''}
        </caption>
        <thead>
          <tr>
            <th scope="col">{series.place}</th>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col" className={css.number}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(({ key, label }, row) => {
            const to = drillLink(series, key)
            return (
              <tr key={key}>
                <th scope="row">
                  {to ? (
                    <Link
                      to={to}
                      state={cameFrom(location, translate('Analytics'))}
                      aria-label={translate('{name}: show these {records}', {
                        name: isolate(label),
                        records: translate(chart.drill?.page ?? 'records'),
                      })}
                    >
                      <bdi>{label}</bdi>
                    </Link>
                  ) : (
                    <bdi>{label}</bdi>
                  )}
                </th>
                {columns.map((column) => (
                  <td key={column.key} className={css.number}>
                    {column.cells[row]}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function columnsOf({ chart, entries, beforeRange, measures }: Series): Column[] {
  return chart.values.flatMap(({ key, unit }, index): Column[] => {
    const text = measures[index] ?? ''
    const now = columnOf(entries, index)
    const before = entries.map((entry) => entry.before?.values[index] ?? null)
    const say = (values: readonly (number | null)[]) =>
      values.map((value) => formatValue(value, unit))
    const isWhole = chart.kind === 'pie'
    return [
      { key, label: unit === 'percent' ? `${text} (%)` : text, cells: say(now) },
      ...(isWhole
        ? [
            {
              key: `${key} share`,
              label: translate('Share'),
              cells: sharesOf(now).map(formatShare),
            },
          ]
        : []),
      ...(beforeRange
        ? [
            {
              key: `${key} before`,
              label: translate('{label}, previous period', { label: text }),
              cells: say(before),
            },
          ]
        : []),
    ]
  })
}
