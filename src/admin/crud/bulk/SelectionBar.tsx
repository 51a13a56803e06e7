import { CloseOutlined, DeleteOutlined, UndoOutlined } from '@ant-design/icons'
import { useNotification } from '@refinedev/core'
import { Button } from 'antd'
import { useState } from 'react'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { wantUndo } from '#admin/providers/wanted-undo.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { MOST_CHANGED } from '#contract/change-names.ts'
import type { Resource } from '#model/resource.ts'
import { ExportMenu } from '../export/ExportMenu.tsx'
import type { ResourceList } from '../list/use-resource-list.ts'
import { succeeded } from '../notices.ts'
import type { Selection } from '../selection/use-selection.ts'
import { BulkDialog } from './BulkDialog.tsx'
import { type Deed, isTooMany, type SettableField, settableFields, statusWord } from './deeds.ts'
import css from './SelectionBar.module.css'

interface Props {
  resource: Resource
  list: ResourceList
  selection: Selection
}

/**
 * What can be done with the chosen records (LIST-06). It stays at the window's bottom while the list is long, and has
 * a place of its own below the list, so that at its end nothing lies beneath it.
 */
export function SelectionBar({ resource, list, selection }: Props) {
  const [deed, setDeed] = useState<Deed>()
  const { open: notify } = useNotification()
  return (
    <>
      {selection.count > 0 ? (
        <section
          className={css.bar}
          data-selection=""
          aria-label={translate('Selected {things}', {
            things: translateWithin(resource.label.many),
          })}
        >
          <Count list={list} selection={selection} />
          <Deeds resource={resource} list={list} selection={selection} choose={setDeed} />
          <span className={css.clear}>
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden="true" />}
              aria-label={translate('Clear the selection')}
              title={translate('Clear the selection')}
              onClick={selection.clear}
            />
          </span>
        </section>
      ) : null}
      {deed ? (
        <BulkDialog
          resource={resource}
          list={list}
          selection={selection}
          deed={deed}
          onDone={(text, change) => notify?.(succeeded(text, change))}
          onUndo={(changeId) => wantUndo({ changeId })}
          onClosed={() => setDeed(undefined)}
        />
      ) : null}
    </>
  )
}

/** How many are chosen, and the way to all that match once the page is. */
function Count({ list, selection }: Omit<Props, 'resource'>) {
  const { rows, total, isLeast } = list
  const { isAll, has, count, takeAll } = selection
  const isPageTaken = !isAll && rows.length > 0 && rows.every(({ id }) => has(id))
  const all = { count: total }
  return (
    <div className={css.count}>
      <p role="status">
        {isAll ? (
          <>
            <strong>
              {translate(
                isLeast ? 'All that match selected, at least {count}' : 'All {count} selected',
                all,
              )}
            </strong>
            {isTooMany(list) ? (
              <small>
                {translate('At most {most} can be changed at once: a filter narrows the list.', {
                  most: MOST_CHANGED,
                })}
              </small>
            ) : null}
          </>
        ) : (
          <strong>{translate('{count} selected', { count })}</strong>
        )}
      </p>
      {isPageTaken && (total > rows.length || isLeast) ? (
        <Button type="link" onClick={takeAll}>
          {translate(
            isLeast ? 'Select all that match, at least {count}' : 'Select all {count} that match',
            all,
          )}
        </Button>
      ) : null}
    </div>
  )
}

/** What may be done with the chosen records, by what the declaration has and the caller's role may. */
function Deeds({
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
