import { useEffect, useRef, useState } from 'react'
import { download, type Progress } from '#admin/http/download.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import {
  EXPORT_PATH,
  type ExportFormat,
  type ExportType,
  exportName,
} from '#contract/insight/analytics.ts'
import type { DayRange } from '#contract/insight/days.ts'

/** What is exported. */
interface Order {
  type: ExportType
  format: ExportFormat
  range: DayRange
}

export type ExportState =
  | { phase: 'idle' | 'cancelled' }
  | { phase: 'running'; order: Order; progress: Progress | undefined }
  | { phase: 'saved'; fileName: string; bytes: number }
  /** `detail` is what the server said, if anything. */
  | { phase: 'failed'; order: Order; detail: string }

/** Progress is painted at most so often: chunks come by the thousand. */
const PAINT = 100

/** One export at a time: begins it, follows it and cancels it. Leaving the page cancels it, too. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ phase: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (order: Order) => {
    // A second press of the button is the same wish.
    if (running.current) return
    const stop = new AbortController()
    running.current = stop
    let [painted, bytes] = [0, 0]
    setState({ phase: 'running', order, progress: undefined })
    const onProgress = (progress: Progress) => {
      bytes = progress.bytes
      const now = performance.now()
      if (now - painted < PAINT) return
      painted = now
      setState({ phase: 'running', order, progress })
    }
    try {
      const fileName = exportName(order.type, order.range, order.format)
      const { start: startDate, end: endDate } = order.range
      const query = { dataType: order.type, format: order.format, startDate, endDate }
      const options = { fileName, signal: stop.signal, onProgress }
      const isSaved = await download({ path: EXPORT_PATH, query }, options)
      setState(isSaved ? { phase: 'saved', fileName, bytes } : { phase: 'cancelled' })
    } catch (error) {
      const detail = error instanceof HttpError ? error.message : ''
      setState({ phase: 'failed', order, detail })
    } finally {
      running.current = undefined
    }
  }

  return { state, start, cancel: () => running.current?.abort() }
}
