import { FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { BottomSheet } from '#admin/ui/BottomSheet.tsx'
import { listFilters } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import type { ResourceList } from '../list/use-resource-list.ts'

/** On a phone, what a list is narrowed and sorted by: behind a button that counts what is set, in a sheet from below. */
export function FilterSheet({
  resource,
  list,
  children,
}: {
  resource: Resource
  list: ResourceList
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const set = countSet(resource, list)
  const words = translate('Filters')
  const label = set > 0 ? `${words} (${formatNumber(set)})` : words
  const { isPending, isOld, isLeast, total } = list
  const results =
    isPending || isOld || isLeast ? translate('Show') : translate('Show {count}', { count: total })
  return (
    <>
      <Button
        icon={<FilterOutlined aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen ? (
        <BottomSheet
          title={words}
          onClosed={() => setOpen(false)}
          foot={(close) => (
            <Button type="primary" onClick={close}>
              {results}
            </Button>
          )}
        >
          {children}
        </BottomSheet>
      ) : null}
    </>
  )
}

/** How many filters leave records out; an order that was asked for is none. */
function countSet(resource: Resource, { filters, deleted }: ResourceList): number {
  const declared = listFilters(resource).filter(({ parameters }) =>
    parameters.some((name) => filters[name] !== undefined),
  )
  const chosen = filters.ids === undefined ? 0 : 1
  return declared.length + chosen + (deleted ? 1 : 0)
}
