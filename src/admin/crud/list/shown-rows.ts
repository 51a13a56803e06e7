import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import type { ResourceList } from './use-resource-list.ts'

/** The rows that a list showed last in this tab: from one of them to the next leads j. */
const KEY = 'waymark_rows'

/** Notes what the list at this address shows. */
export function noteRows(address: string, ids: readonly string[]): void {
  writeStored(KEY, JSON.stringify([address, ...ids]), 'tab')
}

/** What the list at this address showed, in its order; nothing where another was shown since. */
export function rowsShown(address: string): readonly string[] {
  const [noted, ...ids]: unknown[] = JSON.parse(readStored(KEY, 'tab') ?? '[]')
  return noted === address ? ids.filter((id) => typeof id === 'string') : []
}

/** Notes the rows of the list that is shown, so that a record's form can lead to the next one. */
export function useNoteRows({ rows, isOld }: Pick<ResourceList, 'rows' | 'isOld'>): void {
  const { pathname, search } = useLocation()
  const address = `${pathname}${search}`
  useEffect(() => {
    if (isOld) return
    noteRows(
      address,
      rows.map(({ id }) => id),
    )
  }, [address, rows, isOld])
}
