import { DeleteOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { mayAll } from '#admin/providers/access-control-provider.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { May } from '../May.tsx'
import { EraseDialog } from './EraseDialog.tsx'
import { useRestore } from './use-restore.ts'

/**
 * Restores a deleted record at a press, for that can be taken back, or erases it for good after a question: the
 * latter for admins alone. What a rule stands against stays deleted, and the rule is told.
 */
export function DeletedActions({ resource, row }: { resource: Resource; row: Row }) {
  const name = nameOf(resource, row)
  const [isErasing, setErasing] = useState(false)
  const one = translate(resource.label.one)
  const { mutate, isPending } = useRestore(resource, row, translate('{one} restored.', { one }))

  return (
    <>
      <May resource={resource} action="delete" row={row}>
        <Button
          type="text"
          icon={<UndoOutlined aria-hidden="true" />}
          loading={isPending}
          aria-label={translate('Restore {name}', { name })}
          title={translate('Restore')}
          onClick={() => mutate()}
        />
      </May>
      {mayAll() ? (
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden="true" />}
          aria-label={translate('Erase {name} for good', { name })}
          title={translate('Erase for good')}
          onClick={() => setErasing(true)}
        />
      ) : null}
      {isErasing ? (
        <EraseDialog resource={resource} row={row} onClosed={() => setErasing(false)} />
      ) : null}
    </>
  )
}
