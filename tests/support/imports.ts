import { setTimeout as pause } from 'node:timers/promises'
import { IMPORT_TYPES, type Import, type ImportFormat } from '#contract/imports.ts'
import type { TestApp } from './app.ts'

/** A list of records as CSV, every cell in quotes. */
export function csv(header: readonly string[], rows: readonly Record<string, string>[]): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  return [line(header), ...rows.map((row) => line(header.map((key) => row[key] ?? '')))].join(
    '\r\n',
  )
}

interface Given {
  format?: ImportFormat
  name?: string
  token?: string
  /** How it is to be read. */
  asked?: Readonly<Record<string, string>>
}

/** Sends a file to the imports of a path, and answers as the server does. */
export function sendFile(
  server: TestApp,
  path: string,
  bytes: string | Buffer,
  { format = 'csv', name = `file.${format}`, token, asked }: Given = {},
) {
  return server.call('POST', `/${path}/imports?${new URLSearchParams({ name, ...asked })}`, {
    body: bytes,
    headers: { 'content-type': IMPORT_TYPES[format] },
    ...(token !== undefined && { token }),
  })
}

/** The import that was read of a file. Throws when it was refused. */
export async function importFile(
  server: TestApp,
  path: string,
  bytes: string | Buffer,
  given: Given = {},
): Promise<Import> {
  const { status, body, text } = await sendFile(server, path, bytes, given)
  if (status !== 201) throw new Error(`The file was answered ${status}: ${text}`)
  return body as unknown as Import
}

/** Answers a GET of a path. */
export async function read<T>(server: TestApp, path: string): Promise<T> {
  const { status, body, text } = await server.call('GET', path)
  if (status !== 200) throw new Error(`GET ${path} was answered ${status}: ${text}`)
  return body as T
}

/** Where an import stands, below the API's base. */
function placeOf({ id }: Import, path: string): string {
  return `/${path}/imports/${id}`
}

/** Rehearses all rows, piece by piece. */
export async function planned(server: TestApp, one: Import, path = one.resource): Promise<Import> {
  for (;;) {
    const { status, body, text } = await server.call('POST', `${placeOf(one, path)}/plan`)
    if (status !== 200) throw new Error(`The plan was answered ${status}: ${text}`)
    if (body.state === 'planned') return body as unknown as Import
  }
}

/** Applies it, or waits for what was begun, and gives it as it is in the end. */
export async function applied(
  server: TestApp,
  one: Import,
  {
    leaveRefused,
    isBegun = false,
    path = one.resource,
  }: { leaveRefused?: boolean; isBegun?: boolean; path?: string } = {},
): Promise<Import> {
  if (!isBegun) {
    const { status, text } = await server.call('POST', `${placeOf(one, path)}/apply`, {
      body: { ...(leaveRefused !== undefined && { leaveRefused }) },
    })
    if (status !== 202) throw new Error(`It was answered ${status}: ${text}`)
  }
  for (;;) {
    const now = await read<Import>(server, placeOf(one, path))
    if (now.state !== 'applying') return now
    await pause(20)
  }
}
