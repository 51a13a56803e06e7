import { Link, useLocation } from 'react-router-dom'
import { cameFrom } from '#admin/crud/came-from.ts'
import { isolate } from '#admin/format/isolate.ts'
import { formatRange } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import css from './ChartTable.module.css'
import { columnOf, drillLink, type Series } from './series.ts'
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
            const name = <bdi>{label}</bdi>
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
                      {name}
                    </Link>
                  ) : (
                    name
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
    const say = (value: number | null | undefined) => formatValue(value, unit)
    const share = {
      key: `${key} share`,
      label: translate('Share'),
      cells: sharesOf(now).map(formatShare),
    }
    const before = {
      key: `${key} before`,
      label: translate('{label}, previous period', { label: text }),
      cells: entries.map((entry) => say(entry.before?.values[index])),
    }
    return [
      { key, label: unit === 'percent' ? `${text} (%)` : text, cells: now.map(say) },
      ...(chart.kind === 'pie' ? [share] : []),
      ...(beforeRange ? [before] : []),
    ]
  })
}
