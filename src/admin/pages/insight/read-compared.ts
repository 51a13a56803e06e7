import { type Compared, comparedSchema } from '#contract/insight/compared.ts'

/** What an answer says that its figures are compared with; undefined when it does not, or not in our words. */
export function readCompared(value: unknown): Compared | undefined {
  const { success, data } = comparedSchema.safeParse(value)
  return success && data.start <= data.end ? data : undefined
}
