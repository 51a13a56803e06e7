import { useEffect, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Sent } from '#admin/http/upload.ts'
import type { HttpError } from '#admin/providers/http-client.ts'
import { isGone, type ReadingChoice, sendFile } from '#admin/providers/imports.ts'
import { outcomeOf } from '#admin/providers/versioned-write.ts'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import type { FieldErrors } from '#model/words.ts'
import { noteFile } from './chosen-file.ts'
import { kindOf } from './file-kind.ts'
import { noteLacking } from './may-import.ts'

type UploadState =
  | { phase: 'none' }
  | { phase: 'sending'; name: string; sent: Sent }
  | { phase: 'refused'; text: string; errors: FieldErrors; file: File; again?: () => void }

/** Sends a file, one at a time, and hands on what was read of it. Leaving the page gives it up. */
export function useUpload(resource: Resource, onRead: (about: Import) => void) {
  const [state, setState] = useState<UploadState>({ phase: 'none' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (file: File, choice: ReadingChoice = {}): Promise<void> => {
    if (running.current) return
    const { type, fault } = kindOf(file)
    if (type === undefined) {
      setState({ phase: 'refused', text: fault ?? '', errors: {}, file })
      return
    }
    const stop = new AbortController()
    running.current = stop
    const tell = (sent: Sent) => setState({ phase: 'sending', name: file.name, sent })
    tell({ bytes: 0, totalBytes: file.size })
    try {
      const given = { type, choice, signal: stop.signal, onProgress: tell }
      const about = await sendFile(resource, file, given)
      noteFile({ id: about.id, file, choice })
      onRead(about)
    } catch (thrown) {
      if (stop.signal.aborted) return setState({ phase: 'none' })
      const error = thrown as HttpError
      const isUnanswered = outcomeOf(error) !== 'refused'
      if (isGone(error)) noteLacking(resource)
      setState({
        phase: 'refused',
        text: wordsFor(error),
        errors: error.errors,
        file,
        ...(isUnanswered && { again: () => void start(file, choice) }),
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
