import { databaseCode } from './pool.ts'

/** A failure of the database, as callers handle it. */
export type Fault =
  /** A live record with this value exists. The name of the index identifies the field. */
  | { kind: 'taken'; index: string }
  | { kind: 'bad-value' }
  | { kind: 'unavailable' }
  | { kind: 'full' }

const BAD_VALUES = new Set([
  // The last one: too long for an index.
  ...['22021', '22P02', '22P05', '22003', '22007', '22008', '22009', '22025', '22001', '54000'],
])
const UNAVAILABLE = new Set([
  // Statement and lock time-outs, too many connections, shutting down, retries exhausted.
  ...['57014', '55P03', '53300', '53200', '57P01', '57P02', '57P03', '40001', '40P01', '25P03'],
  // A standby, which only reads.
  '25006',
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
])
/** Failures of a connection that the driver reports without a code. */
const LOST =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/** Classifies an error; undefined if it is not a known error of the database. */
export function faultOf(error: unknown): Fault | undefined {
  const code = databaseCode(error)
  if (code === '23505') {
    const index = error instanceof Error && 'constraint' in error ? error.constraint : ''
    return { kind: 'taken', index: String(index) }
  }
  if (code && BAD_VALUES.has(code)) return { kind: 'bad-value' }
  if (code === '53100' || code === 'ENOSPC') return { kind: 'full' }
  if (code && (UNAVAILABLE.has(code) || code.startsWith('08'))) return { kind: 'unavailable' }
  if (error instanceof Error && LOST.test(error.message)) return { kind: 'unavailable' }
  return undefined
}
