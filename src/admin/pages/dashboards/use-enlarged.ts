import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useIsPhone } from '../../crud/use-is-phone.ts'

/** The least that one cell needs, its card's frame and gap included. */
const CELL = { width: 262, height: 244 } as const

/**
 * Makes a grid of so many cells fill its area, with everything in it as large as that allows: it is laid
 * out at the size its cells need and then enlarged. Gives the area's ref and the grid's style; on a phone
 * nothing is enlarged.
 */
export function useEnlarged(
  columns: number,
  rows: number,
): { area: RefObject<HTMLDivElement | null>; style: CSSProperties; isPhone: boolean } {
  const area = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const isPhone = useIsPhone()

  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])

  const { width, height } = size
  if (isPhone || width === 0 || height === 0) return { area, style: {}, isPhone }
  const scale = Math.min(width / (columns * CELL.width), height / (rows * CELL.height))
  const style = { width: width / scale, height: height / scale, transform: `scale(${scale})` }
  return { area, style, isPhone }
}
