import { type RefObject, useEffect, useRef } from 'react'
import type { Rows } from './use-rows.ts'

/** A cell with a problem, or what of its row stands for it. */
const BAD = 'button[data-bad="true"]'

/** Leads the focus from problem to problem; behind the last of a page to the first of the next. */
export function useProblems(area: RefObject<HTMLElement | null>, rows: Rows) {
  /** Once the page that was asked for is there. */
  const awaited = useRef(false)
  const { query, page, pages, shown } = rows
  const { data, isFetching } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another page is shown
  useEffect(() => {
    if (!awaited.current || isFetching) return
    awaited.current = false
    area.current?.querySelector<HTMLElement>(BAD)?.focus()
  }, [data, isFetching, area])

  const next = () => {
    const following = nextOf([...(area.current?.querySelectorAll<HTMLElement>(BAD) ?? [])])
    if (following) {
      following.focus()
      return
    }
    awaited.current = true
    if (shown !== 'refused') void rows.show({ shown: 'refused' })
    else if (page < pages) void rows.show({ page: page + 1 })
    else if (page > 1) void rows.show({ page: 1 })
    else {
      awaited.current = false
      area.current?.querySelector<HTMLElement>(BAD)?.focus()
    }
  }
  return { next }
}

export type Problems = ReturnType<typeof useProblems>

/** The first element after the row with the focus. */
function nextOf(all: readonly HTMLElement[]): HTMLElement | undefined {
  const at = document.activeElement
  if (!at?.closest('[data-row]')) return all[0]
  const follows = (one: HTMLElement) =>
    (at.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return all.find(follows)
}
