import { type RefObject, useEffect, useRef } from 'react'
import { useShortcuts } from '#admin/ui/shortcuts.ts'
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

  const go = (by: 1 | -1) => {
    const all = [...(area.current?.querySelectorAll<HTMLElement>(BAD) ?? [])]
    const next = nextOf(all, by)
    if (next) {
      next.focus()
      return
    }
    awaited.current = true
    if (shown !== 'refused') void rows.show({ shown: 'refused' })
    else if (page < pages && by === 1) void rows.show({ page: page + 1 })
    else if (page > 1) void rows.show({ page: by === 1 ? 1 : page - 1 })
    else {
      awaited.current = false
      all.at(by === 1 ? 0 : -1)?.focus()
    }
  }
  useShortcuts([
    { keys: 'j', words: 'Next problem', repeats: true, run: () => go(1) },
    { keys: 'k', words: 'Previous problem', repeats: true, run: () => go(-1) },
  ])
  return { next: () => go(1) }
}

export type Problems = ReturnType<typeof useProblems>

/** The first behind what has the focus, or before it. */
function nextOf(all: readonly HTMLElement[], by: 1 | -1): HTMLElement | undefined {
  const at = document.activeElement
  const row = at?.closest('[data-row]')
  if (!at || !row) return by === 1 ? all[0] : all.at(-1)
  const follows = (one: HTMLElement) => {
    const where = at.compareDocumentPosition(one)
    const wanted = by === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
    return (where & wanted) !== 0
  }
  return by === 1 ? all.find(follows) : all.findLast(follows)
}
