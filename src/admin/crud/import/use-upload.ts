import type { HttpError } from '@refinedev/core'
import { useEffect, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Sent } from '#admin/http/upload.ts'
import { isGone, sendFile } from '#admin/providers/imports.ts'
import { outcomeOf } from '#admin/providers/versioned-write.ts'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { kindOf } from './file-kind.ts'
import { noteLacking } from './may-import.ts'

type UploadState =
  | { phase: 'none' }
  | { phase: 'sending'; name: string; sent: Sent }
  | { phase: 'refused'; text: string; again?: () => void }

/** Sends a file, one at a time, and hands on what was read of it. Leaving the page gives it up. */
export function useUpload(resource: Resource, onRead: (about: Import) => void) {
  const [state, setState] = useState<UploadState>({ phase: 'none' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (file: File): Promise<void> => {
    if (running.current) return
    const { type, fault } = kindOf(file)
    if (type === undefined) {
      setState({ phase: 'refused', text: fault ?? '' })
      return
    }
    const stop = new AbortController()
    running.current = stop
    const tell = (sent: Sent) => setState({ phase: 'sending', name: file.name, sent })
    tell({ bytes: 0, totalBytes: file.size })
    try {
      onRead(await sendFile(resource, file, { type, signal: stop.signal, onProgress: tell }))
    } catch (thrown) {
      if (stop.signal.aborted) return setState({ phase: 'none' })
      const error = thrown as HttpError
      const isUnanswered = outcomeOf(error) !== 'refused'
      if (isGone(error)) noteLacking(resource)
      setState({
        phase: 'refused',
        text: wordsFor(error),
        ...(isUnanswered && { again: () => void start(file) }),
      })
    } finally {
      if (running.current === stop) running.current = undefined
    }
  }
  return { state, start, cancel: () => running.current?.abort() }
}

function wordsFor(error: HttpError): string {
  switch (outcomeOf(error)) {
    case 'unsent':
      return translate('There is no network connection, so nothing was sent.')
    case 'unknown':
      return translate('The server gave no answer. Nothing that is stored was changed.')
    default:
      return error.message || translate('This file could not be read.')
  }
}
