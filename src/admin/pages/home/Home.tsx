import { useRef } from 'react'
import { usePresent } from '#admin/providers/use-present.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { FailureBar } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import type { Resource } from '#model/resource.ts'
import type { Page } from '../pages.ts'
import { Counts } from './Counts.tsx'
import css from './Home.module.css'
import { QuickActions } from './QuickActions.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { useOverview } from './use-overview.ts'

/** The dashboard home: how much there is, what was done lately, and one step to everything. */
export function Home({
  registry,
  quickPages,
}: {
  registry: readonly Resource[]
  /** The pages that Quick Actions offers, of the resources that there are. */
  quickPages: (present: readonly Resource[]) => readonly Page[]
}) {
  const { overview, isPending, error, retry } = useOverview()
  const present = usePresent(registry)
  const area = useRef<HTMLDivElement>(null)
  useKeptFocus(area)
  return (
    <div ref={area}>
      <PageHead />
      {error === undefined ? null : <FailureBar go={retry}>{error}</FailureBar>}
      <Counts counts={isPending ? undefined : (overview?.counts ?? {})} />
      <div className={css.panels}>
        {/* Of a call that failed nothing is known, which is not the same as no activity. */}
        {isPending || overview ? (
          <RecentActivity registry={registry} entries={overview?.activity} />
        ) : null}
        <QuickActions pages={quickPages(present)} />
      </div>
    </div>
  )
}
