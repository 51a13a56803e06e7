import * as z from 'zod'

// zod compiles schemas with `new Function`, which the content security policy forbids and reports.
z.config({ jitless: true })

/** Text of a record, trimmed: no NUL and no lone surrogate, which PostgreSQL cannot store as they are. */
export const text = (max = 200) =>
  z.string().overwrite(trim).max(max).refine(isStorable, UNSTORABLE)

/** Text that must not be blank; spaces and zero-width characters alone count as blank. */
export const requiredText = (max = 200) =>
  z.string().overwrite(trim).min(1).max(max).refine(isStorable, UNSTORABLE)

const UNSTORABLE = { error: 'contains characters that cannot be stored' }
const INVISIBLE = /^[\s\u00ad\u180e\u200b-\u200d\u2060\ufeff]*$/u

function trim(value: string): string {
  return INVISIBLE.test(value) ? '' : value.trim()
}

function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}
