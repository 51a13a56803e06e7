import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { translate } from '#admin/format/translate.ts'
import type { OwnAction } from '#model/actions.ts'
import { canBeDone } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'
import { nameOf } from '#model/text-of.ts'
import { useListScreen } from '../list/list-screen.ts'
import { useHasRoom } from './room.ts'

/** The declared actions that can be done with a row: buttons with their words where there is room, or a menu. */
export function RowButtons({ row }: { row: Row }) {
  const { resource, runs } = useListScreen()
  const hasRoom = useHasRoom(resource)
  const name = nameOf(resource, row)
  const possible = resource.rowActions.filter((action) => canBeDone(action, row))
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
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      menu={{
        items: possible.map((action) => ({
          key: action.name,
          label: translate(action.label),
          danger: action.isDangerous,
        })),
        onClick: ({ key }) => {
          const action = possible.find((one) => one.name === key)
          if (action) runs.begin(action, row)
        },
      }}
    >
      <Button
        type="text"
        icon={<MoreOutlined />}
        loading={possible.some(isRunning)}
        aria-label={translate('More for {name}', { name })}
        title={translate('More')}
      />
    </Dropdown>
  )
}
