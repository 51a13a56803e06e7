import { BarChartOutlined, TableOutlined } from '@ant-design/icons'
import { Button, Flex, Skeleton } from 'antd'
import { lazy, useId } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { cameFrom } from '#admin/crud/came-from.ts'
import { translate } from '#admin/format/translate.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { Definition } from '#admin/ui/Hint.tsx'
import { useShade } from '#admin/ui/theme/mode.ts'
import type { Chart } from '#contract/insight/charts.ts'
import css from './ChartCard.module.css'
import { ChartTable } from './ChartTable.tsx'
import { sentenceOf } from './sentence.ts'
import { drillLink, type Series } from './series.ts'
import { emptyText } from './words.ts'

// The library behind the pictures is as large as the console: it comes beside the figures, not after them.
import('./picture/Picture.tsx').catch(() => undefined)
const Picture = lazy(() =>
  import('./picture/Picture.tsx').then(({ Picture }) => ({ default: Picture })),
)

interface Props {
  chart: Chart
  /** Undefined while the figures are on the way. */
  series: Series | undefined
  isTable: boolean
  setTable: (isTable: boolean) => void
}

/** A chart: its title, what it means, its sentence, and its picture or the same numbers as a table. */
export function ChartCard({ chart, series, isTable, setTable }: Props) {
  const id = useId()
  const title = translate(chart.title)
  return (
    <section className={css.chart} data-kind={chart.kind} aria-labelledby={id}>
      <Flex component="header" align="center" gap={4}>
        <h2 id={id}>{title}</h2>
        <Definition figure={chart.key} label={title} />
        <Button
          type="text"
          style={{ marginInlineStart: 'auto' }}
          aria-label={translate(
            isTable ? 'Chart: show {title} as a picture' : 'Table: show {title} as a table',
            { title },
          )}
          onClick={() => setTable(!isTable)}
          icon={
            isTable ? <BarChartOutlined aria-hidden="true" /> : <TableOutlined aria-hidden="true" />
          }
        >
          {translate(isTable ? 'Chart' : 'Table')}
        </Button>
      </Flex>
      <div className={css.sentence} aria-hidden={!series || undefined}>
        {series ? (
          <p>{sentenceOf(series)}</p>
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 1 }} />
        )}
      </div>
      <div className={css.body}>
        {series ? <Body series={series} isTable={isTable} /> : <PictureSkeleton />}
      </div>
    </section>
  )
}

const PictureSkeleton = () => <Skeleton.Node active style={{ width: '100%', height: 300 }} />

function Body({ series, isTable }: { series: Series; isTable: boolean }) {
  const shade = useShade()
  const navigate = useNavigate()
  const location = useLocation()
  if (isTable && series.entries.length > 0) return <ChartTable series={series} />
  if (series.isEmpty) return <p className={css.empty}>{emptyText(series.chart)}</p>
  const open = (key: string) => {
    const to = drillLink(series, key)
    if (to) void navigate(to, { state: cameFrom(location, translate('Analytics')) })
  }
  return (
    <Part waiting={<PictureSkeleton />} text="This chart could not be shown. Its table can.">
      <Picture series={series} shade={shade} onOpen={series.chart.drill ? open : undefined} />
    </Part>
  )
}
