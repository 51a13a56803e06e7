import { Flex, Skeleton, Statistic, Typography } from 'antd'
import { wordsForPeriod } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { Change } from '#admin/ui/Change.tsx'
import type { Tab } from '#contract/insight/analytics.ts'
import { chartsOf } from '#contract/insight/charts.ts'
import { figuresOf, type Report } from './report.ts'

/** A tab's figures of the whole range, each with its change against the previous period. */
export function Figures({ tab, report }: { tab: Tab; report: Report | undefined }) {
  const { compared, range } = report ?? {}
  const period = compared && range && wordsForPeriod(compared, range)
  return (
    <Flex wrap gap="0 24px" align="end" justify="space-between">
      <Flex component="ul" wrap gap="0 24px" flex="1 1 320px" aria-label={translate('Figures')}>
        {figuresOf(chartsOf(tab), report).map(({ key, label, text, change }) => (
          <li key={key} style={{ flex: '1 1 160px', minHeight: 58 }}>
            {report ? (
              <Statistic
                title={label}
                value={text}
                suffix={period && <Change {...change} period={period} />}
              />
            ) : (
              <Skeleton active title={{ width: 96 }} paragraph={false} />
            )}
          </li>
        ))}
      </Flex>
      {period ? (
        <Typography.Text type="secondary">
          {translate('Changes against {period}', { period })}
        </Typography.Text>
      ) : null}
    </Flex>
  )
}
