import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { NewMark } from '#admin/ui/Badge.tsx'
import { Part } from '#admin/ui/Boundary.tsx'
import { EmptyNotice, FailureNotice } from '#admin/ui/Notice.tsx'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { usePart } from '../parts/finder.ts'
import css from './ListArea.module.css'
import { useListTable } from './list-table.tsx'
import { ResourceCards, SkeletonCards } from './ResourceCards.tsx'
import { type ListBodyProps, ResourceTable } from './ResourceTable.tsx'
import { RowActions, type RowHandlers } from './RowActions.tsx'
import type { NewRecord } from './use-new-record.ts'
import { isNarrowed, nothingText, type ResourceList } from './use-resource-list.ts'

interface Props extends RowHandlers {
  resource: Resource
  list: ResourceList
  fresh: NewRecord
  add: () => void
}

/** The list in each of its states, as a table, as cards on a phone, or as the body its declaration names. */
export function ListArea({ resource, list, fresh, add, edit, remove }: Props) {
  const isPhone = useIsPhone()
  const newId = fresh.row?.id
  const table = useListTable({ resource, edit, remove }, list, fresh.rows, newId)
  const isBare = list.error !== undefined || (!list.isPending && list.rows.length === 0)
  const notice = isBare ? <ListNotice resource={resource} list={list} add={add} /> : undefined
  const shared = { resource, list, table, notice }
  if (resource.list)
    return (
      <OwnBody
        {...shared}
        name={resource.list}
        rows={fresh.rows}
        newId={newId}
        edit={edit}
        remove={remove}
      />
    )
  if (isPhone) return <ResourceCards {...shared} />
  return (
    <div className={css.wide}>
      <ResourceTable {...shared} />
    </div>
  )
}

/** The list body that a declaration names. What stands around it, and every other state, is generic. */
function OwnBody({
  resource,
  list,
  notice,
  name,
  rows,
  newId,
  edit,
  remove,
}: Omit<ListBodyProps, 'table'> &
  RowHandlers & { name: string; rows: readonly Row[]; newId: string | undefined }) {
  const Body = usePart(resource.page, 'list', name)
  if (list.isPending) return <SkeletonCards />
  return (
    <div className={css.own} data-old={list.isOld} aria-busy={list.isOld}>
      {notice}
      {rows.length > 0 ? (
        <div>
          <Part waiting={<SkeletonCards />}>
            <Body
              rows={rows}
              edit={edit}
              remove={remove}
              actions={(row) => (
                <>
                  {row.id === newId ? <NewMark /> : null}
                  <RowActions resource={resource} row={row} edit={edit} remove={remove} />
                </>
              )}
            />
          </Part>
        </div>
      ) : null}
    </div>
  )
}

function ListNotice({ resource, list, add }: Pick<Props, 'resource' | 'list' | 'add'>) {
  if (list.error !== undefined) return <FailureNotice text={list.error} retry={list.retry} />
  return (
    <EmptyNotice text={translate(nothingText(resource, list))}>
      {isNarrowed(list) ? (
        <Button onClick={list.clear}>{translate(clearText(list))}</Button>
      ) : (
        resource.actions.includes('create') && (
          <Button onClick={add}>{translate(resource.messages.add)}</Button>
        )
      )}
    </EmptyNotice>
  )
}

function clearText({ search, filters }: ResourceList): string {
  if (Object.keys(filters).length === 0) return 'Clear search'
  return search ? 'Clear search and filters' : 'Clear filters'
}
