import { type ComponentProps, useState } from 'react'
import { hasChanges } from '#admin/http/session.ts'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import { useIsLacking } from '#admin/providers/use-present.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { knownViews } from './known-views.ts'
import { ViewsSkeleton } from './ViewsSkeleton.tsx'

const Bar = loadable(
  () => import('./ViewBar.tsx'),
  ({ ViewBar }) => ViewBar,
)
const First = loadable(
  () => import('./SaveFirst.tsx'),
  ({ SaveFirst }) => SaveFirst,
)

const VIEWS = registry.find(({ name }) => name === 'views') as Resource

/** Whether the backend keeps views, as far as is known, and whoever is in may have some. */
function useHasViews(): boolean {
  return !useIsLacking(VIEWS) && hasChanges() && mayDo(VIEWS, 'list')
}

/** The tabs above a list: fetched when its first rows are there, so that no list waits for them. */
export function Views(props: ComponentProps<typeof Bar>) {
  const { resource, list } = props
  const has = useHasViews()
  const [known] = useState(() => knownViews(resource))
  const [isUsed, use] = useState(false)
  if (!isUsed && !list.isPending) use(true)
  if (!has) return null
  // Where this browser knows of any, they have their place from the start.
  const place = known.hasAny ? <ViewsSkeleton /> : null
  if (!isUsed) return place
  return (
    <Part waiting={place}>
      <Bar {...props} />
    </Part>
  )
}

/** Among the tools of a list that has no views: the way to the first. */
export function FirstView(props: ComponentProps<typeof First>) {
  const { list } = props
  const has = useHasViews()
  if (!has || list.words === '' || list.isPending) return null
  return (
    <Part waiting={null}>
      <First {...props} />
    </Part>
  )
}
