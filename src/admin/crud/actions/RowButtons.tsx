import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { canBeDone, type OwnAction } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'
import { nameOf } from '#model/text-of.ts'
import { useListScreen } from '../list/list-screen.ts'
import { inRows, useHasRoom } from './room.ts'

/** The declared actions that can be done with a row: buttons with their words where there is room, or a menu. */
export function RowButtons({ row }: { row: Row }) {
  const { resource, runs } = useListScreen()
  const hasRoom = useHasRoom(resource)
  const name = nameOf(resource, row)
  const possible = inRows(resource).filter((action) => canBeDone(action, row))
  if (possible.length === 0) return null
  const isRunning = (action: OwnAction) => runs.isRunning(action, row)
  if (hasRoom)
    return possible.map((action) => (
      <Button
        key={action.name}
        danger={action.isDangerous}
        loading={isRunning(action)}
        aria-label={`${translate(action.label)}: ${name}`}
        onClick={() => runs.begin(action, row)}
      >
        {translate(action.label)}
      </Button>
    ))
  return (
    <MoreMenu
      label={translate('More for {name}', { name })}
      isBusy={possible.some(isRunning)}
      items={possible.map((action) => ({
        key: action.name,
        label: translate(action.label),
        isDangerous: action.isDangerous,
        choose: () => runs.begin(action, row),
      }))}
    />
  )
}
