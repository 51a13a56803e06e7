import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { canBeDone } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'
import { nameOf } from '#model/text-of.ts'
import { useListScreen } from '../list/list-screen.ts'
import { useRowButtons } from './room.ts'

/** The declared actions that can be done with a row, as buttons with their words where there is room. */
export function RowButtons({ row }: { row: Row }) {
  const { resource, runs } = useListScreen()
  const name = nameOf(resource, row)
  return (
    <>
      {useRowButtons(resource)
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
        ))}
    </>
  )
}
