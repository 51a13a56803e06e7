import { Button } from 'antd'
import { useRef } from 'react'
import type { Resource } from '#model/resource.ts'
import { useKeptFocus } from '../crud/use-kept-focus.ts'
import { quickEntries } from '../menu.ts'
import { translate } from '../translate.ts'
import { usePresent } from '../use-present.ts'
import { Counts } from './home/Counts.tsx'
import { QuickActions } from './home/QuickActions.tsx'
import { RecentActivity } from './home/RecentActivity.tsx'
import { useOverview } from './home/use-overview.ts'
import { PageHead } from './PageHead.tsx'
import './pages.css'
import '../crud/list.css'
import '../crud/cells/cells.css'
import './home/home.css'

/** The dashboard home: how much there is, what was done lately, and one step to everything. */
export function Home({ registry }: { registry: readonly Resource[] }) {
  const { overview, isPending, error, retry } = useOverview()
  const present = usePresent(registry)
  const area = useRef<HTMLDivElement>(null)
  useKeptFocus(area)
  return (
    <div ref={area} className="home">
      <PageHead
        title={translate('Dashboard')}
        subtitle={translate('Everything you look after, one step away')}
      />
      {error === undefined ? null : (
        <div className="page-failure" role="alert">
          <p>{error}</p>
          <Button onClick={retry}>{translate('Retry')}</Button>
        </div>
      )}
      <Counts counts={isPending ? undefined : (overview?.counts ?? {})} />
      <div className="home-panels">
        {/* Of a call that failed nothing is known, which is not the same as no activity. */}
        {isPending || overview ? (
          <RecentActivity registry={registry} entries={overview?.activity} />
        ) : null}
        <QuickActions entries={quickEntries(present)} />
      </div>
    </div>
  )
}
