// The sign-in page imports this file: keep zod out.

/** The path of the API below its host. Specification section 7. */
export const API_BASE = '/api/v1'

/** Response header of a write: the id of its change. */
export const CHANGE_HEADER = 'change-id'
/** Header of a write that is applied once, however often it is sent. */
export const KEY_HEADER = 'idempotency-key'

export const ERROR_CODES = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'stale',
  'key_reused',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
  'unavailable',
  'storage_full',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

export interface ErrorBody {
  error: {
    code: ErrorCode
    message: string
    /** With 403: the violated rule, as GET /access/explain explains it. */
    rule?: string
    /** The error of each field, by dotted path. */
    fields?: Record<string, string>
    /** With 412: the current values of the record. */
    current?: Record<string, unknown>
    /** With 412: who saved those values, and when. */
    changed?: Changed
  }
}

/** The latest write of a record: its time and, when known, the name of its author. */
export interface Changed {
  at: string
  by?: string
}

export const PAGE_SIZE = 10
export const MAX_PAGE_SIZE = 100
/** The most records of a list without paging (career fields). */
export const MAX_ALL = 1000

/** A page of a list that is counted up to a limit. */
export interface Pagination {
  page: number
  limit: number
  total: number
  /** True if the count stopped before the end. */
  isMore?: boolean
}
