import { useState } from 'react'
import { vi } from 'vitest'
import { SelectionBar } from '#admin/crud/bulk/SelectionBar.tsx'
import { ListArea } from '#admin/crud/list/ListArea.tsx'
import { ListToolbar } from '#admin/crud/list/ListToolbar.tsx'
import type { ResourceList } from '#admin/crud/list/use-resource-list.ts'
import { useSelection } from '#admin/crud/selection/use-selection.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'

const users = registry.find(({ name }) => name === 'users') as Resource

const person = (id: string): Row => ({
  ...users.sample,
  ...{ id, _id: id, firstName: 'Nr', lastName: id, version: 1 },
})
const pages = [['1', '2', '3', '4'].map(person), ['5', '6', '7'].map(person)] as const

/** A list of seven users on two pages, and what is chosen of them. */
export function SelectionScreen({ total = 7, isLeast = false, resource = users }) {
  const [page, goTo] = useState(1)
  const [search, searchFor] = useState('')
  const [sort, sortBy] = useState<ResourceList['sort']>([])
  const rows = total === 0 ? [] : (pages[page - 1] ?? [])
  const list: ResourceList = {
    ...{ search, filters: {}, sort, page, pages: 2, rows, total, limit: 4, isLeast, answer: {} },
    ...{
      resize: vi.fn(),
      showDeleted: vi.fn(),
      isPending: false,
      isOld: false,
      error: undefined,
    },
    ...{ layout: {}, isLayoutChanged: false, changeLayout: vi.fn() },
    ...{ words: '', view: undefined, showView: vi.fn() },
    ...{ goTo, searchFor, sortBy, filterBy: vi.fn(), clear: vi.fn(), retry: vi.fn() },
  }
  const selection = useSelection(list)
  const runs = { begin: vi.fn(), isRunning: () => false, asked: undefined, shown: undefined }
  return (
    <>
      <button type="button" onClick={() => goTo(3 - page)}>
        Turn
      </button>
      <ListToolbar {...{ resource, list, runs, selection }} />
      <ListArea
        {...{ resource, list, runs, selection }}
        {...{ add: vi.fn(), edit: vi.fn(), remove: vi.fn() }}
      />
      {selection ? <SelectionBar resource={resource} list={list} selection={selection} /> : null}
    </>
  )
}
