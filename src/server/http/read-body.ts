import type * as z from 'zod'
import { explainIssues, humanise } from '#model/words.ts'
import { invalid } from './refusal.ts'

/** A body that is no record, as its schema reads it. Throws 400 with a sentence for each part that is wrong. */
export function readBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(body)
  if (success) return data
  const errors = explainIssues(error.issues, body, (path) => humanise(path) || 'The body')
  throw invalid(Object.values(errors).join(' '), errors)
}
