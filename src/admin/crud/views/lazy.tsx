import { type ComponentProps, useState } from 'react'
import { hasChanges } from '#admin/http/session.ts'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import { useIsLacking } from '#admin/providers/use-present.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { TabBones } from '#admin/ui/TabList.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { FirstBone } from './FirstBone.tsx'
import { knownViews } from './known-views.ts'

const load = () => import('./own.ts')
const Bar = loadable(load, ({ own }) => own.ViewBar)
const First = loadable(load, ({ own }) => own.SaveFirst)

const VIEWS = registry.find(({ name }) => name === 'views') as Resource

/** Whether the backend keeps views, as far as is known, and whoever is in may have some. */
function useHasViews(): boolean {
  return !useIsLacking(VIEWS) && hasChanges() && mayDo(VIEWS, 'list')
}

/**
 * The tabs above a list: fetched when its first rows are there, so that no list waits for them. Where this browser
 * knows of any, they have their place from the start.
 */
export function Views(props: ComponentProps<typeof Bar>) {
  const { resource, list } = props
  const has = useHasViews()
  const [known] = useState(() => knownViews(resource))
  const [isUsed, use] = useState(false)
  const isPhone = useIsPhone()
  if (!isUsed && !list.isPending) use(true)
  if (!has) return null
  // Beside a phone's title nothing has to make room.
  const place = known.hasAny && !isPhone ? <TabBones count={2} /> : null
  if (!isUsed) return place
  return (
    <Part waiting={place}>
      <Bar {...props} />
    </Part>
  )
}

/** Among the tools of a list that has no views: the way to the first. */
export function FirstView(props: ComponentProps<typeof First>) {
  const { resource, list } = props
  const has = useHasViews()
  if (!has || list.words === '') return null
  const place = knownViews(resource).hasAny ? null : <FirstBone />
  if (list.isPending) return place
  return (
    <Part waiting={place}>
      <First {...props} />
    </Part>
  )
}
