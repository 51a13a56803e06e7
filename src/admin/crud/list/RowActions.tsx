import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Row } from '#model/declaration.ts'
import { nameOf } from '#model/text-of.ts'
import { OwnRowActions } from '../actions/OwnActions.tsx'
import { RecordMenu } from '../actions/RecordMenu.tsx'
import { useRowButtons } from '../actions/room.ts'
import { DeletedActions } from '../deleted/DeletedActions.tsx'
import { May } from '../May.tsx'
import { useListScreen } from './list-screen.ts'
import { isOwnAccount } from './own-account.ts'
import css from './RowActions.module.css'

/** Its own actions, then edit and delete as quiet icon buttons, named after the record, and a menu of the others; on a phone a menu of all. Red waits inside the question. */
export function RowActions({ row }: { row: Row }) {
  const { resource, list, edit, remove, runs, status } = useListScreen()
  const buttons = useRowButtons(resource)
  const isPhone = useIsPhone()
  const name = nameOf(resource, row)
  const whyNot = translate('You cannot delete your own account.')
  const shared = { resource, row, runs, status, buttons }
  if (list.deleted)
    return (
      <span className={css.actions}>
        <DeletedActions resource={resource} row={row} />
      </span>
    )
  if (isPhone) return <RecordMenu {...shared} edit={edit} remove={remove} />
  return (
    <span className={css.actions}>
      <May resource={resource} action="act" row={row}>
        <OwnRowActions row={row} />
      </May>
      <May resource={resource} action="edit" row={row}>
        <Button
          type="text"
          icon={<EditOutlined aria-hidden="true" />}
          aria-label={translate('Edit {name}', { name })}
          title={translate('Edit')}
          onClick={() => edit(row)}
        />
      </May>
      <May resource={resource} action="delete" row={row}>
        {isOwnAccount(resource, row) ? (
          // Can be reached like the others, and says why it does nothing.
          <Tooltip title={whyNot} trigger={['hover', 'focus', 'click']}>
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-disabled
              aria-label={`${translate('Delete {name}', { name })}. ${whyNot}`}
            />
          </Tooltip>
        ) : (
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={translate('Delete {name}', { name })}
            title={translate('Delete')}
            onClick={() => remove(row)}
          />
        )}
      </May>
      <RecordMenu {...shared} />
    </span>
  )
}
