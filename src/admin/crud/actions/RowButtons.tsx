import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { canBeDone, type OwnAction } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'
import { nameOf } from '#model/text-of.ts'
import { useListScreen } from '../list/list-screen.ts'
import { inWords, useHasRoom } from './room.ts'

/** The declared actions that can be done with a row: buttons with their words where there is room, and a menu of the others. */
export function RowButtons({ row }: { row: Row }) {
  const { resource, runs } = useListScreen()
  const words = useHasRoom(resource) ? inWords(resource) : []
  const name = nameOf(resource, row)
  const possible = resource.rowActions.filter((action) => canBeDone(action, row))
  const inMenu = possible.filter((action) => !words.includes(action))
  const isRunning = (action: OwnAction) => runs.isRunning(action, row)
  return (
    <>
      {words
        .filter((action) => possible.includes(action))
        .map((action) => (
          <Button
            key={action.name}
            danger={action.isDangerous}
            loading={isRunning(action)}
            aria-label={`${translate(action.label)}: ${name}`}
            onClick={() => runs.begin(action, row)}
          >
            {translate(action.label)}
          </Button>
        ))}
      {inMenu.length > 0 ? (
        <MoreMenu
          label={translate('More for {name}', { name })}
          isBusy={inMenu.some(isRunning)}
          items={inMenu.map((action) => ({
            key: action.name,
            label: translate(action.label),
            isDangerous: action.isDangerous,
            choose: () => runs.begin(action, row),
          }))}
        />
      ) : null}
    </>
  )
}
