import { DeleteOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Resource } from '#model/resource.ts'
import { ExportMenu } from '../export/ExportMenu.tsx'
import type { ResourceList } from '../list/use-resource-list.ts'
import type { Selection } from '../selection/use-selection.ts'
import { type Deed, isTooMany, type SettableField, settableFields } from './deeds.ts'
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
  const { isAll, names } = selection
  const { search, filters, sort } = list
  const isOff = isAll && isTooMany(list)
  const fields = settableFields(resource)
  const status = fields.find((field) => statusWord(field, true) !== undefined)
  const others = fields.filter((field) => field !== status)
  const isPhone = useIsPhone()
  const turns = (field: SettableField) =>
    [true, false].map((value) => ({
      key: `${field.path} ${value}`,
      label: statusWord(field, value) ?? '',
      choose: () => choose({ kind: 'set', field, value }),
    }))
  const mayDelete = resource.actions.includes('delete')
  if (list.deleted)
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
      {status && !isPhone
        ? turns(status).map(({ key, label, choose: turn }) => (
            <Button key={key} disabled={isOff} onClick={turn}>
              {label}
            </Button>
          ))
        : null}
      {others.length > 0 || (status && isPhone) ? (
        <MoreMenu
          words={translate('Set…')}
          isDisabled={isOff}
          items={[
            ...(status && isPhone ? turns(status) : []),
            ...others.map((field) => ({
              key: field.path,
              label: translate('Set {label}…', { label: translate(field.label) }),
              choose: () => choose({ kind: 'set', field }),
            })),
          ]}
        />
      ) : null}
      <ExportMenu
        resource={resource}
        query={isAll ? { search, filters, sort } : { sort, ids: [...names.keys()] }}
      />
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
