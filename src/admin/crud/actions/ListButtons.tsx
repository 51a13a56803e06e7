import { Button, Flex } from 'antd'
import { translate } from '#admin/format/translate.ts'
import type { Resource } from '#model/resource.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import type { Runs } from './use-runs.ts'

/** What can be done with all that a list shows. Not where the backend did not narrow it as it was asked to. */
export function ListButtons({
  resource,
  list,
  runs,
}: {
  resource: Resource
  list: ResourceList
  runs: Runs
}) {
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
