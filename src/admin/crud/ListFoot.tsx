import { Spin } from 'antd'
import { translate } from '#admin/translate.ts'
import type { Resource } from '#model/resource.ts'
import { Pager } from './Pager.tsx'
import { hasPager, shownRange } from './paging.ts'
import type { ResourceList } from './use-resource-list.ts'

/** Below every list: how many are shown of how many, and the one pager there is. */
export function ListFoot({ resource, list }: { resource: Resource; list: ResourceList }) {
  const { page, pages, total, rows, isPending, error } = list
  return (
    <div className="crud-foot">
      <span className="crud-range">
        {isPending ? (
          <>
            <Spin size="small" /> {translate('Loading…')}
          </>
        ) : (
          error === undefined && translate('{from}–{to} of {total}', numbers(list))
        )}
      </span>
      {hasPager(resource, total) && error === undefined && (
        <Pager page={Math.min(page, pages)} pages={pages} goTo={list.goTo} />
      )}
      <span className="sr-only" role="status">
        {!isPending && error === undefined && rows.length > 0 && spoken(resource, list)}
        {!isPending &&
          error === undefined &&
          rows.length === 0 &&
          translate(resource.messages.empty)}
      </span>
    </div>
  )
}

/** What a screen reader hears when rows arrive: how many, which, and in what order. */
function spoken(resource: Resource, list: ResourceList): string {
  const shown = translate('Showing {from} to {to} of {total}', numbers(list))
  const column = resource.columns.find(({ sort }) => sort && sort === list.sort?.field)
  if (!column) return shown
  const order = translate(list.sort?.order === 'desc' ? 'descending' : 'ascending')
  const sorted = translate('sorted by {column}, {order}', {
    column: translate(column.label),
    order,
  })
  return `${shown}, ${sorted}`
}

function numbers({ page, rows, total }: ResourceList): Record<'from' | 'to' | 'total', string> {
  const range = shownRange(page, rows.length, total)
  const written = (value: number) => value.toLocaleString('en')
  return { from: written(range.from), to: written(range.to), total: written(range.total) }
}
