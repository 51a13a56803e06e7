import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { translate } from '#admin/format/translate.ts'
import { hasOwnActions } from '#admin/providers/own-actions.ts'
import { Boundary } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import type { Narrowed } from '../list/use-resource-list.ts'
import type { Runs } from './use-runs.ts'

const load = () => import('./own.ts')
const LazyRow = loadable(load, ({ own }) => own.RowButtons)
const LazyList = loadable(load, ({ own }) => own.ListButtons)
const LazyRun = loadable(load, ({ own }) => own.ActionRun)

/** The declared actions of a row, where it has any. */
export function OwnRowActions({ resource, row }: { resource: Resource; row: Row }) {
  if (!hasOwnActions || resource.rowActions.length === 0) return null
  return (
    <Own>
      <LazyRow row={row} />
    </Own>
  )
}

/** The declared actions of a list, where it has any. */
export function OwnListActions(props: ComponentProps<typeof LazyList>) {
  if (!hasOwnActions || props.resource.listActions.length === 0) return null
  return (
    <Own>
      <LazyList {...props} />
    </Own>
  )
}

/** The questions and calls of the actions that were asked for. */
export function OwnRuns(shared: { resource: Resource; list: Narrowed; runs: Runs }) {
  const { all, send, end } = shared.runs
  return all.map((run) => (
    <Own key={run.key}>
      <LazyRun
        {...shared}
        run={run}
        onSent={(isSent) => send(run, isSent)}
        onEnded={() => end(run)}
      />
    </Own>
  ))
}

/** Its code may be on the way and may fail; the list stands all the same. */
function Own({ children }: { children: ReactNode }) {
  const why = translate('The actions could not be loaded. Try again')
  return (
    <Boundary
      fallback={(retry) => (
        <Button
          type="text"
          icon={<ReloadOutlined aria-hidden="true" />}
          aria-label={why}
          title={why}
          onClick={retry}
        />
      )}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </Boundary>
  )
}
