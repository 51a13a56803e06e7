import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatBytes } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { Wanted } from '#admin/http/download.ts'
import { failed, succeeded } from '../notices.ts'

/** Downloads a file and reports it in a toast. `cancel` stops it, and so does leaving the page. */
export function useDownload() {
  const { open: notify } = useNotification()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const mutation = useMutation<number | undefined, HttpError, Wanted & { fileName: string }>({
    mutationFn: async ({ fileName, ...wanted }) => {
      const stop = new AbortController()
      running.current = stop
      const { download } = await import('#admin/http/download.ts')
      return download(wanted, { fileName, signal: stop.signal })
    },
    onSuccess: (bytes, { fileName: file }) => {
      if (bytes === undefined) return
      const message = translate('Exported {file} ({size})', { file, size: formatBytes(bytes) })
      notify?.(succeeded(message))
    },
    onError: (error) => notify?.(failed(error, 'Failed to export data')),
  })
  return { ...mutation, cancel: () => running.current?.abort() }
}
