import { type HttpError, useNotification } from '@refinedev/core'
import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { failed } from '../notices.ts'

/** Fetches and saves a file; undefined when it was given up. Throws HttpError. */
type Save = (signal: AbortSignal) => Promise<{ fileName: string; bytes: number } | undefined>

/** Takes files away, one at a time, and says what became of it. Leaving the page gives it up. */
export function useFile() {
  const { open: notify } = useNotification()
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  return {
    isBusy,
    async take(save: Save): Promise<void> {
      // A second press is the same wish.
      if (running.current) return
      const stop = new AbortController()
      running.current = stop
      setBusy(true)
      try {
        const done = await save(stop.signal)
        if (!done) return
        const message = translate('Exported {file} ({size})', {
          file: done.fileName,
          size: formatBytes(done.bytes),
        })
        notify?.({ type: 'success', description: translate('Success'), message })
      } catch (error) {
        notify?.(failed(error as HttpError, 'Failed to export data'))
      } finally {
        running.current = undefined
        setBusy(false)
      }
    },
  }
}
