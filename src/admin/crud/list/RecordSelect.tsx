import { lazy, Suspense } from 'react'
import { type FilterProps, FilterSelect } from './filter-controls.tsx'

const RecordSearch = lazy(() =>
  import('./RecordSearch.tsx').then(({ RecordSearch }) => ({ default: RecordSearch })),
)

/** A filter by a record of another resource; `to` is its Refine name. The search loads after the list. */
export function RecordSelect(props: FilterProps & { to: string }) {
  return (
    <Suspense fallback={<FilterSelect disabled label={props.label} />}>
      <RecordSearch {...props} />
    </Suspense>
  )
}
