import { Suspense, use } from 'react'
import { Boundary } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { MarkContext } from '#admin/ui/marked.ts'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'

export interface FoundProps {
  resource: Resource
  row: Row
  /** The columns, and other texts, in which what was found is seen. */
  columns?: readonly Column[]
  texts?: readonly string[]
}

const FoundLine = loadable(
  () => import('./FoundLine.tsx'),
  (module) => module.FoundLine,
)

/** Where a search found a record, when that is nothing that its row shows: 'Goal: … calculus …'. */
export function FoundIn(props: FoundProps) {
  const words = use(MarkContext)
  if (words.length === 0) return null
  return (
    <Boundary fallback={() => null}>
      <Suspense fallback={null}>
        <FoundLine {...props} words={words} />
      </Suspense>
    </Boundary>
  )
}
