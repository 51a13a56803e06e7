/** Where the API stands below its host. Specification section 7. */
export const API_BASE = '/api/v1'

/** The codes an error answer names; the status says the same to HTTP. */
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

/** The body of every error answer (API-04). */
export interface ErrorBody {
  error: {
    code: ErrorCode
    message: string
    /** With 403: the rule that says so, as GET /access/explain explains it. */
    rule?: string
    /** What is wrong with each field, by dotted path. */
    fields?: Record<string, string>
    /** With 412: the values the record has now. */
    current?: Record<string, unknown>
    /** With 412: who saved those values, and when. */
    changed?: Changed
  }
}

/** The latest write of a record: its time, and the name of whoever wrote, where that was somebody. */
export interface Changed {
  at: string
  by?: string
}

export const PAGE_SIZE = 10
export const MAX_PAGE_SIZE = 100
/** What a list without paging (career fields) answers at most. */
export const MAX_ALL = 1000
