import { Card, Empty, Tabs, Typography } from 'antd'
import { useRef } from 'react'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { PageNav } from '#admin/resource/list/PageNav.tsx'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { ApplyBar } from './ApplyBar.tsx'
import css from './Planned.module.css'
import { ProblemTools } from './ProblemTools.tsx'
import { RowTable } from './RowTable.tsx'
import { countOf, SHOWN, type Shown } from './rows-address.ts'
import { StepTitle } from './Steps.tsx'
import { useApply } from './use-apply.ts'
import { useProblems } from './use-problems.ts'
import { useRows } from './use-rows.ts'
import { rowsOf } from './words.ts'

const WORDS: Readonly<Record<Shown, string>> = {
  all: 'All',
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
  refused: 'With problems',
}

const NOTHING: Readonly<Record<Shown, string>> = {
  all: 'There are no rows.',
  create: 'No row makes a new record.',
  update: 'No row changes a record.',
  unchanged: 'No row is as it is stored.',
  refused: 'No row has a problem.',
}

/** What all rows would do: counted, to be looked at one by one, and mended where something is wrong. */
export function Planned({ resource, about }: { resource: Resource; about: Import }) {
  const area = useRef<HTMLDivElement>(null)
  const rows = useRows(resource, about)
  const apply = useApply(resource, about)
  const problems = useProblems(area, rows)
  const { data, error } = rows.query
  const table = (
    <div ref={area} aria-busy={rows.query.isPlaceholderData}>
      {error ? (
        <FailureNotice
          text={error.message || translate('Failed to load the rows.')}
          retry={() => void rows.query.refetch()}
        />
      ) : data && rows.rows.length === 0 ? (
        <Empty description={translate(NOTHING[rows.shown])} />
      ) : (
        <RowTable resource={resource} about={about} rows={rows} />
      )}
    </div>
  )
  return (
    <>
      {about.problem ? (
        <FailureNotice
          text={
            <>
              <strong>{translate('Nothing was changed.')}</strong> {about.problem}
            </>
          }
          label="Try again"
          retry={apply.start}
        />
      ) : null}
      <Card>
        <div style={{ padding: 'clamp(16px, 3vw, 24px) clamp(16px, 3vw, 24px) 0' }}>
          <div className={css.head}>
            <div>
              <StepTitle step="rehearsal">{translate('What would change')}</StepTitle>
              <Typography.Text
                type="secondary"
                style={{ display: 'block', overflowWrap: 'anywhere' }}
              >
                {translate('{rows} of {file}. Nothing is changed yet; this is kept for a day.', {
                  rows: rowsOf(about.rows),
                  file: about.file,
                })}
              </Typography.Text>
            </div>
            {about.counts.refused > 0 || rows.mended.size > 0 ? (
              <ProblemTools resource={resource} about={about} problems={problems} />
            ) : null}
          </div>
          <Tabs
            activeKey={rows.shown}
            onChange={(shown) => void rows.show({ shown: shown as Shown })}
            items={SHOWN.map((key) => ({
              key,
              label: (
                <>
                  {translate(WORDS[key])}
                  <span
                    className={css.count}
                    data-bad={key === 'refused' && about.counts.refused > 0}
                  >
                    {formatNumber(countOf(about, key))}
                  </span>
                </>
              ),
              children: key === rows.shown ? table : null,
            }))}
          />
          {rows.pages > 1 ? (
            <div className={css.pages}>
              <PageNav
                page={Math.min(rows.page, rows.pages)}
                pages={rows.pages}
                goTo={(page) => void rows.show({ page })}
              />
            </div>
          ) : null}
        </div>
        <ApplyBar resource={resource} about={about} apply={apply} />
      </Card>
    </>
  )
}
