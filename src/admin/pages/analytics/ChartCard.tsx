import { BarChartOutlined, TableOutlined } from '@ant-design/icons'
import { Button, Card, Empty, Flex, Skeleton } from 'antd'
import { lazy, useId, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { cameFrom } from '#admin/crud/came-from.ts'
import { translate } from '#admin/format/translate.ts'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import { Definition } from '#admin/ui/Hint.tsx'
import type { Chart } from '#contract/charts.ts'
import css from './Analytics.module.css'
import { drillLink, type Series, sentenceOf, seriesOf } from './series.ts'
import type { AnalyticsPage } from './use-analytics.ts'

// The chart library is as large as the console, so load it in parallel with the figures.
import('./picture/Picture.tsx').catch(() => undefined)
const Picture = lazy(() =>
  import('./picture/Picture.tsx').then(({ Picture }) => ({ default: Picture })),
)
const ChartTable = lazy(() =>
  import('./ChartTable.tsx').then(({ ChartTable }) => ({ default: ChartTable })),
)

/** A chart: its title, definition and summary, and its picture or the same numbers as a table. */
export function ChartCard({ chart, page }: { chart: Chart; page: AnalyticsPage }) {
  const { grain, current, earlier } = page
  const [report, before] = [current.report, earlier?.report]
  const isTable = page.isTable(chart.key)
  const Sign = isTable ? BarChartOutlined : TableOutlined
  const id = useId()
  const series = useMemo(
    () => report && seriesOf(chart, report, before, grain),
    [chart, report, before, grain],
  )
  const title = translate(chart.title)
  return (
    <section aria-labelledby={id}>
      <Card
        title={
          <Flex align="center" gap={4}>
            <h2 id={id}>{title}</h2>
            <Definition figure={chart.key} label={title} />
          </Flex>
        }
        extra={
          <Button
            type="text"
            aria-label={translate(
              isTable ? 'Chart: show {title} as a chart' : 'Table: show {title} as a table',
              { title },
            )}
            icon={<Sign aria-hidden="true" />}
            onClick={() => page.setTable(chart.key, !isTable)}
          >
            {translate(isTable ? 'Chart' : 'Table')}
          </Button>
        }
        styles={{ body: { padding: '12px 24px 16px' } }}
      >
        <p className={css.sentence}>{series ? sentenceOf(series) : null}</p>
        <div className={css.body}>
          {series ? (
            <AsyncBoundary
              key={String(isTable)}
              waiting={<PictureSkeleton />}
              text="Failed to show this chart. You can show it as a table."
            >
              <Body series={series} isTable={isTable} />
            </AsyncBoundary>
          ) : (
            <PictureSkeleton />
          )}
        </div>
      </Card>
    </section>
  )
}

const PictureSkeleton = () => <Skeleton.Node active style={{ width: '100%', height: 300 }} />

function Body({ series, isTable }: { series: Series; isTable: boolean }) {
  const navigate = useNavigate()
  const location = useLocation()
  if (isTable && series.entries.length > 0) return <ChartTable series={series} />
  if (series.isEmpty) return <Empty description={false} style={{ alignSelf: 'center' }} />
  const open = (key: string) => {
    const to = drillLink(series, key)
    if (to) void navigate(to, { state: cameFrom(location, translate('Analytics')) })
  }
  return <Picture series={series} onOpen={series.chart.drill ? open : undefined} />
}
