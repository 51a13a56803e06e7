import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { formatBytes, formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import {
  discardImport,
  importKey,
  isGone,
  type ReadingChoice,
  sendFile,
} from '#admin/providers/imports.ts'
import { IMPORT_TYPES, type Import, MOST_BYTES, MOST_ROWS } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { noteLacking } from './can-import.ts'
import { AT_COLUMNS } from './labels.ts'

interface ChosenFile {
  file: File
  choice?: ReadingChoice
}

/**
 * The last uploaded file. The server stores no files, so the page sends it again to read it with other options. A
 * reload loses it.
 */
let last: (ChosenFile & { ids: readonly (string | undefined)[] }) | undefined

/** Returns the file of an import; undefined if this page did not send it, or has sent another one since. */
export function fileOf(id: string): ChosenFile | undefined {
  return last?.ids.includes(id) ? last : undefined
}

/** Uploads a file and opens its columns, replacing the import `replaced`. */
export function useUpload(resource: Resource, replaced?: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [bytes, setBytes] = useState(0)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const { mutate, reset, isPending, variables, error } = useMutation<Import, HttpError, ChosenFile>(
    {
      mutationFn: ({ file, choice = {} }) => {
        const type = typeOf(file)
        running.current = new AbortController()
        setBytes(0)
        const { signal } = running.current
        return sendFile(resource, file, { type, choice, signal, onProgress: setBytes })
      },
      onSuccess: async (about, chosen) => {
        // The replaced import stays on screen until the new one is.
        last = { ...chosen, ids: [about.id, replaced] }
        client.setQueryData(importKey(resource, about.id), about)
        // If this fails, the server removes the import after a day.
        if (replaced) discardImport(resource, replaced).catch(() => undefined)
        await navigate(importAddress(resource.page, about.id) + AT_COLUMNS, {
          replace: replaced !== undefined,
        })
      },
      onError: (failure) => {
        if (isGone(failure)) noteLacking(resource)
      },
    },
  )
  return {
    send: mutate,
    isPending,
    chosen: variables,
    bytes,
    error,
    cancel: () => {
      running.current?.abort()
      reset()
    },
  }
}

const TYPES: Readonly<Record<string, string>> = {
  csv: IMPORT_TYPES.csv,
  tsv: IMPORT_TYPES.csv,
  txt: IMPORT_TYPES.csv,
  json: IMPORT_TYPES.json,
  xlsx: IMPORT_TYPES.xlsx,
}

export const ACCEPTED = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join()

/** 'up to 200,000 rows and 64 MB' */
export function limitWords(): string {
  return translate('up to {rows} rows and {size}', {
    rows: formatNumber(MOST_ROWS),
    size: formatBytes(MOST_BYTES),
  })
}

/** The content type of a file, by its name. Throws HttpError for a file that the server would refuse. */
function typeOf({ name, size }: File): string {
  const type = TYPES[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '']
  const message =
    size > MOST_BYTES
      ? translate('{name} is too large. A file can have {limit}.', { name, limit: limitWords() })
      : translate('{name} is not a CSV, Excel or JSON file.', { name })
  if (type === undefined || size > MOST_BYTES) throw new HttpError(400, { message })
  return type
}
