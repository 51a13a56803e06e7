import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button, Flex, Tooltip } from 'antd'
import { lazy, Suspense } from 'react'
import { translate } from '#admin/format/translate.ts'
import { canDo } from '#admin/providers/access-control-provider.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Row } from '#model/declaration.ts'
import { nameOf } from '#model/text-of.ts'
import { RecordMenu } from '../actions/RecordMenu.tsx'
import { isOwnAccount } from '../use-status-menu.tsx'
import { useListScreen } from './list-screen.ts'

// Only the list of deleted records needs this code.
const DeletedActions = lazy(() =>
  import('../deleted/DeletedActions.tsx').then((module) => ({ default: module.DeletedActions })),
)

/**
 * Edit and delete as icon buttons, labelled with the record's name, and a menu of the other actions. Phones have
 * one menu of all.
 */
export function RowActions({ row }: { row: Row }) {
  const { resource, list, edit, remove, runs, status } = useListScreen()
  const isPhone = useIsPhone()
  const name = nameOf(resource, row)
  const shared = { resource, row, runs, status }
  if (list.deleted)
    return (
      <Flex component="span" gap={4} justify="end">
        <Suspense>
          <DeletedActions resource={resource} row={row} />
        </Suspense>
      </Flex>
    )
  if (isPhone) return <RecordMenu {...shared} edit={edit} remove={remove} />
  // Focusable like the others, with the reason why it is disabled.
  const whyNot = isOwnAccount(resource, row) && translate('You cannot delete your own account.')
  return (
    <Flex component="span" gap={4} justify="end">
      {canDo(resource, 'edit', row) ? (
        <Button
          type="text"
          icon={<EditOutlined aria-hidden="true" />}
          aria-label={translate('Edit {name}', { name })}
          title={translate('Edit')}
          onClick={() => edit(row)}
        />
      ) : null}
      {canDo(resource, 'delete', row) ? (
        <Tooltip title={whyNot} trigger={['hover', 'focus', 'click']}>
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={[translate('Delete {name}', { name }), whyNot].filter(Boolean).join('. ')}
            {...(whyNot
              ? { 'aria-disabled': true, style: { opacity: 0.4, cursor: 'not-allowed' } }
              : { title: translate('Delete'), onClick: () => remove(row) })}
          />
        </Tooltip>
      ) : null}
      <RecordMenu {...shared} />
    </Flex>
  )
}
