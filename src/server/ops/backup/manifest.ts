import * as z from 'zod'
import { BackupError } from './backup-error.ts'

/** Of the file's layout. It grows when a program of before could not read the file rightly any more. */
export const FORMAT = 1
export const PRODUCT = 'waymark'
export const MANIFEST = 'manifest.json'
export const CHECKSUMS = 'checksums.json'

const count = z.int().min(0)
/** Whatever a file says stands in statements: only what needs no quotes is read at all. */
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const type = z
  .string()
  .regex(
    /^(uuid|text|jsonb|boolean|date|bytea|smallint|integer|bigint|double precision|numeric|character varying\(\d+\)|timestamp\(\d\) with(out)? time zone|timestamp with(out)? time zone)(\[\])?( collate "C")?$/,
  )

const tableSchema = z.object({
  name,
  /** Those that are stored: generated ones are made again. */
  columns: z.array(z.object({ name, type })).min(1),
  /** Whether the declarations made it; all others are made by migrations. */
  isDeclared: z.boolean(),
  rows: count,
})

const instant = z.string().regex(/^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d\+00$/)

const manifestSchema = z.object({
  product: z.literal(PRODUCT),
  format: z.int().min(1).max(FORMAT),
  version: z.string(),
  madeAt: z.iso.datetime(),
  postgresql: z.string(),
  migrations: z.array(z.object({ id: z.int().min(1), name: z.string() })).min(1),
  tables: z.array(tableSchema).min(1),
  /** The parts of `events`: each begins where it says and ends before its end; the first may have no begin. */
  months: z.array(z.object({ since: instant.nullable(), until: instant })).optional(),
  /** Of sequences: the last value, and whether it was given out. */
  sequences: z.array(z.object({ name, last: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
})

const checksumsSchema = z.object({
  manifest: hash,
  parts: z.array(z.object({ name: z.string(), rows: count, sha256: hash })),
})

export type BackedUpTable = z.output<typeof tableSchema>
export type Manifest = z.output<typeof manifestSchema>
export type Checksums = z.output<typeof checksumsSchema>

/** Reads the first entry of a file. Throws BackupError for what is not ours, or newer than this program. */
export function readManifest(body: Buffer): Manifest {
  const said = parsed(body)
  const { product, format, version } = Object(said)
  if (product !== PRODUCT) throw new BackupError('This file is no backup of Waymark.')
  if (Number.isInteger(format) && format > FORMAT)
    throw new BackupError(
      `This backup was made by a newer version (${version}; its format is ${format}, this program reads up to ${FORMAT}). Restore it with that version.`,
    )
  const manifest = manifestSchema.safeParse(said)
  if (manifest.success) return manifest.data
  const [issue] = manifest.error.issues
  throw new BackupError(
    `The backup's manifest cannot be read (${issue?.path.join('.')}: ${issue?.message}).`,
  )
}

/** Reads the last entry of a file. Throws BackupError. */
export function readChecksums(body: Buffer): Checksums {
  const checksums = checksumsSchema.safeParse(parsed(body))
  if (checksums.success) return checksums.data
  throw new BackupError("The backup's checksums cannot be read.")
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The place of a part of a table in the file. Parts are whole lines, each to be copied by itself. */
export function partName(table: string, number: number): string {
  return `data/${table}/${String(number).padStart(6, '0')}.copy`
}

/** The table of a part. */
export function tableOfPart(part: string): string | undefined {
  return /^data\/([a-z_][a-z0-9_]{0,62})\/\d{6,}\.copy$/.exec(part)?.[1]
}

/** How many rows a part has: whatever a value holds, each ends a line. */
export function rowsIn(body: Buffer): number {
  let rows = 0
  for (let at = body.indexOf(LINE_END); at !== -1; at = body.indexOf(LINE_END, at + 1)) rows += 1
  return rows
}

export const LINE_END = 10
