import { useQuery } from '@tanstack/react-query'
import type { Wanted } from '#admin/http/download.ts'
import type { ExportFormat } from '#contract/analytics.ts'
import {
  type ColumnsBody,
  IMPORTS,
  type Import,
  type ImportReading,
  type ImportRow,
  type ImportRowPage,
  type RowState,
} from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { answerOf, type Call, type HttpError, http, isStatus, send, write } from './http-client.ts'

/* The calls of imports. All throw HttpError. */

const pathOf = ({ api }: Resource, ...steps: (string | number)[]) =>
  [`${api.path}${IMPORTS}`, ...steps.map((one) => encodeURIComponent(one))].join('/')

export const importKey = (resource: Resource, id: string) => [pathOf(resource, id)] as const

const POLL = 700

/**
 * Reads an import, and polls while the server applies it. With `isPreviewed`, continues a started preview in
 * batches.
 */
export function useImport(resource: Resource, id: string | undefined, isPreviewed: boolean) {
  const queryKey = importKey(resource, id ?? '')
  return useQuery<Import, HttpError>({
    queryKey,
    queryFn: ({ client, signal }) => {
      const { state } = client.getQueryData<Import>(queryKey) ?? {}
      if (isPreviewed && state === 'planning') return planNext(resource, id ?? '', signal)
      return ask({ method: 'GET', path: pathOf(resource, id ?? ''), signal })
    },
    enabled: id !== undefined,
    refetchInterval: ({ state: { data, error, fetchStatus } }) => {
      if (fetchStatus !== 'idle') return false
      if (data?.state === 'applying' && !isGone(error)) return POLL
      return data?.state === 'planning' && isPreviewed && !error ? 1 : false
    },
    refetchIntervalInBackground: true,
  })
}

/** Returns whether an import no longer exists: it expired after a day or was discarded. */
export const isGone = (error: unknown): boolean => isStatus(error, 404)

/** Options for reading a file. The server detects missing ones. */
export type ReadingChoice = Partial<
  Pick<ImportReading, 'encoding' | 'separator' | 'sheet' | 'headLine'>
>

/** A slow line may take an hour: the user sees the progress, and can cancel. */
const UPLOAD_LIMIT = 60 * 60_000

export async function sendFile(
  resource: Resource,
  file: File,
  {
    type,
    choice,
    signal,
    onProgress,
  }: {
    type: string
    choice: ReadingChoice
    signal: AbortSignal
    onProgress: (bytes: number) => void
  },
): Promise<Import> {
  const { data } = await http.request<unknown>({
    method: 'POST',
    url: pathOf(resource),
    params: { name: file.name.slice(-200), ...choice },
    data: file,
    headers: { 'Content-Type': type },
    // fetch does not report upload progress.
    adapter: 'xhr',
    timeout: UPLOAD_LIMIT,
    signal,
    onUploadProgress: ({ loaded }) => onProgress(loaded),
  })
  return asImport(data)
}

/** Sets the field of each column, and how rows are matched and written. Discards the previous plan. */
export const setColumns = (resource: Resource, id: string, body: ColumnsBody) =>
  ask({ method: 'PUT', path: pathOf(resource, id, 'columns'), body })

export const planNext = (resource: Resource, id: string, signal?: AbortSignal) =>
  ask({ method: 'POST', path: pathOf(resource, id, 'plan'), signal })

export const ROWS = 50

export async function readImportRows(
  resource: Resource,
  id: string,
  { state, page }: { state: RowState | undefined; page: number },
  signal: AbortSignal,
): Promise<ImportRowPage> {
  const query = { ...(state && { state }), page, limit: ROWS }
  const body = await send({ method: 'GET', path: pathOf(resource, id, 'rows'), query, signal })
  return answerOf<ImportRowPage>(body, 'rows')
}

/** Changes cells of a row. Returns the row with its new plan. */
export async function fixRow(
  resource: Resource,
  id: string,
  line: number,
  cells: Readonly<Record<string, string>>,
): Promise<ImportRow> {
  const path = pathOf(resource, id, 'rows', line)
  return (await send({ method: 'PATCH', path, body: { cells } })) as ImportRow
}

/** Starts applying the plan as one change. The server continues in the background. */
export async function applyImport(
  resource: Resource,
  id: string,
  leaveRefused: boolean,
): Promise<Import> {
  const path = pathOf(resource, id, 'apply')
  return asImport((await write({ method: 'POST', path, body: { leaveRefused } })).body)
}

export async function discardImport(resource: Resource, id: string): Promise<void> {
  await send({ method: 'DELETE', path: pathOf(resource, id) })
}

type NamedFile = Wanted & { fileName: string }

/** Returns the download of the rows with errors: as in the file, each with its error. */
export function failedRowsFile(
  resource: Resource,
  { id, file }: Pick<Import, 'id' | 'file'>,
  format: ExportFormat,
): NamedFile {
  const fileName = `${file.replace(/\.\w+$/, '')}-errors.${format}`
  return { path: pathOf(resource, id, 'failed'), query: { format }, fileName }
}

/** Returns the download of a template: the header of all columns without rows. */
export function templateFile(resource: Resource, format: ExportFormat): NamedFile {
  const fileName = `${resource.page}-template.${format}`
  return { path: pathOf(resource, 'template'), query: { format }, fileName }
}

async function ask(call: Call): Promise<Import> {
  return asImport(await send(call))
}

function asImport(body: unknown): Import {
  return answerOf<Import>(body, 'columns', 'fields', 'keys')
}
