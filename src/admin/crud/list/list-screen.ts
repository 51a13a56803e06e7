import { createContext, useContext } from 'react'
import type { Counts } from '#admin/providers/record-facts.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import type { Runs } from '../actions/use-runs.ts'
import type { Selection } from '../selection/use-selection.ts'
import type { StatusMenu } from '../use-status-menu.tsx'
import type { ResourceList } from './use-resource-list.ts'

/** Context of the parts of a list: the declaration, the rows and the actions. */
export interface ListScreen {
  resource: Resource
  list: ResourceList
  /** Id of the expanded record, one at a time. */
  expanded: string | undefined
  /** Opens the detail of a record, or closes it. */
  expand: (id: string) => void
  add: () => void
  edit: (row: Row) => void
  remove: (row: Row) => void
  /** The running declared actions. */
  runs: Runs
  /** Activates and deactivates records; undefined in the list of deleted ones. */
  status?: StatusMenu | undefined
  /** Counts of the page's records; undefined until they arrive. */
  counts?: ReadonlyMap<string, Counts> | undefined
  /** The selected records; undefined where records cannot be selected. */
  selection?: Selection | undefined
}

export const ListScreenContext = createContext<ListScreen | undefined>(undefined)

/** Returns the context of the surrounding list. Throws outside of a list. */
export function useListScreen(): ListScreen {
  const screen = useContext(ListScreenContext)
  if (!screen) throw new Error('useListScreen needs a surrounding list')
  return screen
}
