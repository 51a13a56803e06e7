import type { Resource } from '#model/resource.ts'
import type { Narrowed } from '../list/use-resource-list.ts'
import { ActionRun } from './ActionRun.tsx'
import type { Runs } from './use-runs.ts'

/** The questions and calls of the declared actions that were asked for. */
export function ActionRuns(props: { resource: Resource; list: Narrowed; runs: Runs }) {
  const { all, send, end } = props.runs
  return all.map((run) => (
    <ActionRun
      key={run.key}
      {...props}
      run={run}
      onSent={(isSent) => send(run, isSent)}
      onEnded={() => end(run)}
    />
  ))
}
