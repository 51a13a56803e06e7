import { Base } from '@ant-design/charts'
import { memo, useEffect, useMemo, useRef } from 'react'
import { isObject } from '#model/paths.ts'
import type { Spec } from './spec.ts'

interface Props {
  spec: Spec
  /** Which entry the pointer is at; undefined when at none. Must keep its identity. */
  onPoint: (at: number | undefined) => void
  onPick: (at: number) => void
}

/** One plot of G2. What happens in it is told by the place of the entry it happened at. */
export const Plot = memo(function Plot({ spec, onPoint, onPick }: Props) {
  const handlers = useRef({ onPoint, onPick })
  useEffect(() => {
    handlers.current = { onPoint, onPick }
  })
  const ready = useMemo(
    () => (plot: unknown) => {
      const chart = isObject(plot) && isObject(plot.chart) ? plot.chart : undefined
      if (typeof chart?.on !== 'function') return
      chart.on('tooltip:show', (event: unknown) => {
        handlers.current.onPoint(numberAt(event, 'data', 'title'))
      })
      chart.on('tooltip:hide', () => handlers.current.onPoint(undefined))
      chart.on('element:click', (event: unknown) => {
        const at = numberAt(event, 'data', 'data', 'at')
        if (at !== undefined) handlers.current.onPick(at)
      })
    },
    [],
  )
  return <Base {...spec} onReady={ready} />
})

function numberAt(value: unknown, ...path: string[]): number | undefined {
  const found = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value)
  const number = found === undefined || found === '' ? Number.NaN : Number(found)
  return Number.isInteger(number) ? number : undefined
}
