import { Button, Flex } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { hasOwnActions } from '#admin/providers/own-actions.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { canBeDone } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { useListScreen } from '../list/list-screen.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import { useRowButtons } from './room.ts'
import type { Runs } from './use-runs.ts'

const ActionQuestion = loadable(
  () => import('./ActionQuestion.tsx'),
  (module) => module.ActionQuestion,
)

/** The declared actions that can be done with a row, as buttons with their words where there is room. */
export function OwnRowActions({ row }: { row: Row }) {
  const { resource, runs } = useListScreen()
  const name = nameOf(resource, row)
  const buttons = useRowButtons(resource)
  if (!hasOwnActions) return null
  return buttons
    .filter((action) => canBeDone(action, row))
    .map((action) => (
      <Button
        key={action.name}
        danger={action.isDangerous}
        loading={runs.isRunning(action, row)}
        aria-label={`${translate(action.label)}: ${name}`}
        onClick={() => runs.begin(action, row)}
      >
        {translate(action.label)}
      </Button>
    ))
}

/** What can be done with all that a list shows. Not where the backend did not narrow it as it was asked to. */
export function OwnListActions({
  resource,
  list,
  runs,
}: {
  resource: Resource
  list: ResourceList
  runs: Runs
}) {
  if (!hasOwnActions || resource.listActions.length === 0) return null
  const isOff = list.rows.length === 0 || list.isOld || list.answer.ignoredKinds !== undefined
  return (
    <Flex wrap gap={8} style={{ marginInlineStart: 'auto' }}>
      {resource.listActions.map((action) => (
        <Button
          key={action.name}
          danger={action.isDangerous}
          disabled={isOff}
          loading={runs.isRunning(action)}
          onClick={() => runs.begin(action)}
        >
          {translate(action.label)}
        </Button>
      ))}
    </Flex>
  )
}

/** The question of a declared action, and the answer of one that shows it. */
export function OwnRuns(props: { resource: Resource; total: number; runs: Runs }) {
  const { asked, shown } = props.runs
  if (!(asked || shown)) return null
  return (
    <Part waiting={null}>
      <ActionQuestion {...props} />
    </Part>
  )
}
