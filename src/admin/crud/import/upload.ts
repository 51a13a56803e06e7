import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { formatBytes, formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import type { Sent } from '#admin/http/upload.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import {
  discardImport,
  importKey,
  isGone,
  type ReadingChoice,
  sendFile,
} from '#admin/providers/imports.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import { IMPORT_TYPES, type Import, MOST_BYTES, MOST_ROWS } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { noteLacking } from './may-import.ts'

/** In the address of an import: its columns, although they were rehearsed already. */
export const AT_COLUMNS = '?step=columns'

interface ChosenFile {
  file: File
  /** How it is to be read; what is absent, the server detects. */
  choice?: ReadingChoice
}

/** The server stores no files: to read one in another way, the page sends it again. A reload of the page loses it. */
let last: (ChosenFile & { id: string }) | undefined

/** The file of an import; undefined when this page did not send it, or has sent another one since. */
export function fileOf(id: string): ChosenFile | undefined {
  return last?.id === id ? last : undefined
}

/**
 * Sends a file, and goes on with the columns of what was read of it, in place of an import that was `replaced` by
 * that. Leaving the page gives it up.
 */
export function useUpload(resource: Resource, replaced?: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()
  const [sent, tell] = useState<Sent>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const { mutate, reset, isPending, variables, error } = useMutation<Import, HttpError, ChosenFile>(
    {
      mutationFn: async ({ file, choice = {} }) => {
        const type = typeOf(file)
        const stop = new AbortController()
        running.current = stop
        tell({ bytes: 0, totalBytes: file.size })
        return await sendFile(resource, file, {
          type,
          choice,
          signal: stop.signal,
          onProgress: tell,
        })
      },
      onSuccess: async (about, chosen) => {
        last = { ...chosen, id: about.id }
        client.setQueryData(importKey(resource, about.id), about)
        // One that stays is removed by the server after a day.
        if (replaced) discardImport(resource, replaced).catch(() => undefined)
        await navigate(`${importAddress(resource.page, about.id)}${AT_COLUMNS}`, {
          replace: replaced !== undefined,
          state,
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
    sent,
    error: error ?? undefined,
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

/** What a file is sent as, by its name. Throws HttpError where it is not taken, before a byte of it is sent. */
export function typeOf({ name, size }: Pick<File, 'name' | 'size'>): string {
  const refuse = (message: string) => new HttpError(400, { message })
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const type = Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined
  if (ending === 'xls')
    throw refuse(translate('This is the former format of Excel. Save it as .xlsx there.'))
  if (type === undefined) throw refuse(translate('{name} is no CSV, Excel or JSON file.', { name }))
  if (size === 0) throw refuse(translate('{name} is empty.', { name }))
  if (size > MOST_BYTES)
    throw refuse(
      translate('{name} is too large: {size}. A file has {limit}.', {
        name,
        size: formatBytes(size),
        limit: limitWords(),
      }),
    )
  return type
}

const keyOf = ({ page }: Resource) => `waymark_import ${page}`

/** The import that this browser began last and did not end; whether it is still there, and theirs, the server knows. */
export function lastImport(resource: Resource): string | undefined {
  return readStored(keyOf(resource)) ?? undefined
}

/** Notes the one that was begun, or that there is none any more. */
export function noteImport(resource: Resource, id: string | null): void {
  writeStored(keyOf(resource), id)
}
