import { Typography } from 'antd'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { StatsAnswer } from './read-widget.ts'
import { trendSentence } from './trend-sentence.ts'

/** The days of a figure as a small line from 0 to the highest, with its name. Takes at least two days. */
export function Trend({ label, trend }: { label: string; trend: StatsAnswer['trend'] }) {
  const most = Math.max(...trend.map(({ count }) => count))
  const points = trend.map(
    ({ count }, at) =>
      `${(at * 100) / (trend.length - 1)},${31 - (count * 30) / Math.max(most, 1)}`,
  )
  return (
    <figure style={{ display: 'flex', flexDirection: 'column', flex: '1 1 64px', minHeight: 0 }}>
      <svg
        viewBox="0 0 100 32"
        preserveAspectRatio="none"
        aria-hidden="true"
        style={{ flex: 1, width: '100%', minHeight: 0 }}
      >
        <polyline
          points={points.join(' ')}
          fill="none"
          stroke="var(--primary)"
          strokeWidth={2}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption>
        <Typography.Text type="secondary" aria-hidden="true">
          {translate('{label}, at most {most}', { label, most: formatNumber(most) })}
        </Typography.Text>
        <span className="sr-only">{trendSentence(label, trend)}</span>
      </figcaption>
    </figure>
  )
}
