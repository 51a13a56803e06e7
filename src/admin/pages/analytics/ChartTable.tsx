import { Table, type TableColumnType } from 'antd'
import { Link, useLocation } from 'react-router-dom'
import { cameFrom } from '#admin/crud/came-from.ts'
import { isolate } from '#admin/format/isolate.ts'
import { formatPercent, formatRange } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { drillLink, type Entry, formatValue, type Series, sharesOf } from './series.ts'

/** antd's own sticky header is a second table. */
const STICKY = {
  onHeaderCell: () => ({ style: { position: 'sticky', insetBlockStart: 0, zIndex: 1 } as const }),
}

/** The chart's numbers as a table. Names link to the records of an entry. */
export function ChartTable({ series }: { series: Series }) {
  const { chart, entries, range } = series
  const location = useLocation()
  const title = translate(chart.title)
  const place: TableColumnType<Entry> = {
    ...STICKY,
    title: series.place,
    rowScope: 'row',
    render: (_, { key, label }) => {
      const to = drillLink(series, key)
      const name = <bdi>{label}</bdi>
      if (!to) return name
      return (
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
      )
    },
  }
  return (
    <section
      aria-label={translate('{title} as a table', { title })}
      style={{ maxHeight: 300, overflow: 'auto' }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
    >
      <Table
        size="small"
        pagination={false}
        rowKey="key"
        columns={[place, ...columnsOf(series)]}
        dataSource={entries}
        title={() =>
          `${title}, ${formatRange(range)}${series.isSoFar ? ` ${translate('(so far)')}` : ''}`
        }
      />
    </section>
  )
}

function columnsOf({ chart, entries, beforeRange, measures }: Series): TableColumnType<Entry>[] {
  const column = (label: string, cellOf: (entry: Entry, row: number) => string) => ({
    ...STICKY,
    title: label,
    align: 'end' as const,
    render: (_: unknown, entry: Entry, row: number) => cellOf(entry, row),
  })
  return chart.values.flatMap(({ unit }, index) => {
    const label = measures[index] ?? ''
    const shares = sharesOf(entries.map(({ values }) => values[index] ?? null))
    return [
      column(unit === 'percent' ? `${label} (%)` : label, ({ values }) =>
        formatValue(values[index], unit),
      ),
      ...(chart.kind === 'pie'
        ? [column(translate('Share'), (_, row) => formatPercent(shares[row]))]
        : []),
      ...(beforeRange
        ? [
            column(translate('{label}, previous period', { label }), ({ before }) =>
              formatValue(before?.values[index], unit),
            ),
          ]
        : []),
    ]
  })
}
