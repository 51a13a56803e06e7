import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readChanges } from '#admin/providers/changes.ts'
import { CHANGES_PATH } from '#contract/change-names.ts'
import type { ChangeLine } from '#contract/changes.ts'
import { registry } from '#resources/index.ts'
import { type Asked, LINES } from './address.ts'
import { ChangeEntry } from './ChangeEntry.tsx'
import { Filters, PersonFilter, RecordFilter, WordFilter } from './Filters.tsx'
import { LogList } from './LogList.tsx'

const NO_LINES: readonly ChangeLine[] = []

/** All changes, by whom, to what and when, each with what it did field by field, and Undo. */
export function Changes({ asked, show }: { asked: Asked; show: (next: Partial<Asked>) => void }) {
  const wanted = { ...asked.filters, page: String(asked.page), limit: String(LINES) }
  const query = useQuery({
    queryKey: [CHANGES_PATH, wanted],
    queryFn: ({ signal }) => readChanges(wanted, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
  const lines = query.data?.changes ?? NO_LINES
  const shared = { asked, show }
  return (
    <>
      <Filters {...shared}>
        <PersonFilter {...shared} name="actor" label="Person" />
        <WordFilter
          {...shared}
          name="resource"
          label="What"
          choices={registry.map(({ name, label }) => ({ value: name, label: label.many }))}
        />
        <RecordFilter {...shared} />
      </Filters>
      <LogList
        {...shared}
        query={query}
        count={lines.length}
        nothing="No changes yet. What anybody writes here or by the API appears here."
        failure="Failed to fetch the changes."
      >
        {lines.map((line) => (
          <ChangeEntry key={line.id} line={line} />
        ))}
      </LogList>
    </>
  )
}
