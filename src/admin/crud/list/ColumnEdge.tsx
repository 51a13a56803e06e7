import type { PointerEvent } from 'react'
import type { Resource } from '#model/resource.ts'
import css from './ColumnEdge.module.css'
import { LEAST_WIDTH, MOST_WIDTH, useListLayout, widthsWith } from './layout.ts'

/**
 * The edge of a column, for pointers: dragged it makes the column wider or narrower, a double click makes it as wide as
 * it needs to be. Keyboards set widths in the panel of columns.
 */
export function ColumnEdge({
  resource,
  id,
  besides,
}: {
  resource: Resource
  id: string
  /** Pixels of the header's cell that are not the column's own. */
  besides: number
}) {
  const { layout, change } = useListLayout(resource)
  const resize = (width: number | undefined) =>
    change({ ...layout, widths: widthsWith(layout, id, width) })

  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    const edge = event.currentTarget
    const cell = edge.closest('th')
    const column = cell?.closest('table')?.querySelectorAll('col')[cell.cellIndex]
    if (!column || event.button !== 0) return
    event.preventDefault()
    edge.setPointerCapture(event.pointerId)
    const before = column.style.width
    const began = cell.getBoundingClientRect().width - besides
    const sign = getComputedStyle(cell).direction === 'rtl' ? -1 : 1
    let width = began
    const move = ({ clientX }: { clientX: number }) => {
      const asked = began + sign * (clientX - event.clientX)
      width = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, asked))
      // Until it is let go the table is not drawn anew.
      column.style.width = `${width + besides}px`
    }
    const end = ({ type }: Event) => {
      edge.removeEventListener('pointermove', move)
      for (const name of ENDS) edge.removeEventListener(name, end)
      column.style.width = before
      if (type === 'pointerup' && width !== began) resize(width)
    }
    edge.addEventListener('pointermove', move)
    for (const name of ENDS) edge.addEventListener(name, end)
  }
  return (
    <span
      className={css.edge}
      data-edge=""
      aria-hidden="true"
      onPointerDown={drag}
      onDoubleClick={() => resize(undefined)}
    />
  )
}

const ENDS = ['pointerup', 'pointercancel', 'lostpointercapture'] as const
