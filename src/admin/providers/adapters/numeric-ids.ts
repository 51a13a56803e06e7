import type { Row } from '#model/declaration.ts'
import { mapAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { rawPayload } from './raw-payload.ts'

/** The resources whose ids the backend writes as numbers. The console holds ids as texts. */
const numeric = new Set<string>()

/** Notes how the backend writes the ids of these records. */
export function noteIds({ name }: Resource, rows: readonly Row[]): void {
  const sent = rows[0] && rawPayload(rows[0])
  if (!sent) return
  if (typeof (sent._id ?? sent.id) === 'number') numeric.add(name)
  else numeric.delete(name)
}

/** A body whose references are written as the backend writes them: what was chosen as '13' is sent as 13. */
export function withNumericIds(schema: Resource['create'], body: unknown): unknown {
  return referencesOf(schema)
    .filter(({ to }) => numeric.has(to))
    .reduce((done, { path }) => mapAt(done, path, toNumber), body)
}

function toNumber(id: unknown): unknown {
  const number = typeof id === 'string' && /^-?\d+$/.test(id) ? Number(id) : Number.NaN
  return Number.isSafeInteger(number) ? number : id
}
