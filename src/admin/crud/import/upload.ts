import { useEffect, useRef, useState } from 'react'
import { formatBytes, formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { Sent } from '#admin/http/upload.ts'
import type { HttpError } from '#admin/providers/http-client.ts'
import { isGone, type ReadingChoice, sendFile } from '#admin/providers/imports.ts'
import { outcomeOf } from '#admin/providers/versioned-write.ts'
import {
  IMPORT_TYPES,
  type Import,
  type ImportColumn,
  MOST_BYTES,
  MOST_ROWS,
} from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import type { FieldErrors } from '#model/words.ts'
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

const TYPES: Readonly<Record<string, string>> = {
  csv: IMPORT_TYPES.csv,
  tsv: IMPORT_TYPES.csv,
  txt: IMPORT_TYPES.csv,
  json: IMPORT_TYPES.json,
  xlsx: IMPORT_TYPES.xlsx,
}

/** What a dialog for files offers. */
export const ACCEPTED = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join()

/** 'up to 200,000 rows and 67 MB' */
export function limitWords(): string {
  return translate('up to {rows} rows and {size}', {
    rows: formatNumber(MOST_ROWS),
    size: formatBytes(MOST_BYTES),
  })
}

/** What a file is sent as, by its name; or, before a byte of it is sent, why it is not taken. */
function kindOf({ name, size }: Pick<File, 'name' | 'size'>): {
  type?: string
  fault?: string
} {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const type = Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined
  if (ending === 'xls')
    return { fault: translate('This is the former format of Excel. Save it as .xlsx there.') }
  if (type === undefined)
    return { fault: translate('{name} is no CSV, Excel or JSON file.', { name }) }
  if (size === 0) return { fault: translate('{name} is empty.', { name }) }
  if (size > MOST_BYTES)
    return {
      fault: translate('{name} is too large: {size}. A file has {limit}.', {
        name,
        size: formatBytes(size),
        limit: limitWords(),
      }),
    }
  return { type }
}

/** What the Columns step takes over when the file was read again. */
export interface Before {
  /** With the fields that were chosen for them. */
  columns: readonly ImportColumn[]
  by: string | null
  /** The id of the control that had the focus. */
  focus: string
}

interface ChosenFile {
  /** Of the import that was read from it. */
  id: string
  file: File
  choice: ReadingChoice
  before?: Before
}

/** The server stores no files: to read one in another way, the page sends it again. A reload of the page loses it. */
let last: ChosenFile | undefined

export function noteFile(chosen: ChosenFile): void {
  last = chosen
}

/** The file of an import; undefined when this page did not send it, or has sent another one since. */
export function fileOf(id: string): ChosenFile | undefined {
  return last?.id === id ? last : undefined
}
