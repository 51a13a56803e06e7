import { DeleteOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import type { Resource } from '#model/resource.ts'
import type { ResourceList } from '../list/use-resource-list.ts'
import type { Selection } from '../selection/use-selection.ts'
import { type Deed, isTooMany, settableFields } from './deeds.ts'
import css from './SelectionBar.module.css'
import { statusWord } from './words.ts'

/** What may be done with the chosen records, by what the declaration has and the caller's role may. */
export function Deeds({
  resource,
  list,
  selection,
  choose,
}: {
  resource: Resource
  list: ResourceList
  selection: Selection
  choose: (deed: Deed) => void
}) {
  const isOff = selection.isAll && isTooMany(list)
  const fields = settableFields(resource)
  const status = fields.find((field) => statusWord(field, true) !== undefined)
  const others = fields.filter((field) => field !== status)
  const mayDelete = resource.actions.includes('delete')
  if (list.filters.deleted === 'true')
    return (
      <div className={css.deeds}>
        {mayDelete ? (
          <Button
            icon={<UndoOutlined aria-hidden="true" />}
            disabled={isOff}
            onClick={() => choose({ kind: 'restore' })}
          >
            {translate('Restore')}
          </Button>
        ) : null}
      </div>
    )
  return (
    <div className={css.deeds}>
      {status
        ? [true, false].map((value) => (
            <Button
              key={String(value)}
              disabled={isOff}
              onClick={() => choose({ kind: 'set', field: status, value })}
            >
              {statusWord(status, value)}
            </Button>
          ))
        : null}
      {others.length > 0 && !isOff ? (
        <MoreMenu
          words={translate('Set…')}
          items={others.map((field) => ({
            key: field.path,
            label: translate('Set {label}…', { label: translate(field.label) }),
            choose: () => choose({ kind: 'set', field }),
          }))}
        />
      ) : null}
      {mayDelete ? (
        <Button
          icon={<DeleteOutlined aria-hidden="true" />}
          disabled={isOff}
          onClick={() => choose({ kind: 'delete' })}
        >
          {translate('Delete')}
        </Button>
      ) : null}
    </div>
  )
}
