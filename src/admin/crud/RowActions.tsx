import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { translate } from '#admin/translate.ts'
import type { Resource } from '#model/resource.ts'
import type { Row } from '#model/spec.ts'
import { nameOf } from '#model/text-of.ts'

/** What a list can do with one of its rows. */
export interface RowHandlers {
  edit: (row: Row) => void
  remove: (row: Row) => void
}

/** Edit and delete as quiet icon buttons, named after the record. Red waits inside the question. */
export function RowActions({
  resource,
  row,
  edit,
  remove,
}: { resource: Resource; row: Row } & RowHandlers) {
  const name = nameOf(resource, row)
  return (
    <span className="crud-actions">
      {resource.actions.includes('edit') && (
        <Button
          type="text"
          icon={<EditOutlined />}
          aria-label={translate('Edit {name}', { name })}
          title={translate('Edit')}
          onClick={() => edit(row)}
        />
      )}
      {resource.actions.includes('delete') && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={translate('Delete {name}', { name })}
          title={translate('Delete')}
          onClick={() => remove(row)}
        />
      )}
    </span>
  )
}
