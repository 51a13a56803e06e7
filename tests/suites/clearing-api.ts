import { expect, test } from 'vitest'
import { settableFields } from '#admin/crud/bulk/bulk-actions.ts'
import { clearedOf } from '#admin/providers/adapters/draft.ts'
import type { Plan } from '#contract/changes.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { TestApp } from '../support/app.ts'
import type { Values } from '../support/values.ts'

/** What a selection's 'No value' does at the API: of many records at once, and taken back as one. */
export function clearingApiTests(
  resource: Resource,
  given: { server(): TestApp; sample(number: number): Values; add(body: Values): Promise<Values> },
): void {
  const fields = settableFields(resource).flatMap((field) => {
    const blank = clearedOf(resource.update, field)
    return blank === undefined ? [] : [{ path: field.path, blank }]
  })

  if (fields.length > 0)
    test('each field that may be without a value is cleared of several records, and filled again', async () => {
      const server = given.server()
      const post = async (path: string, body: object) => {
        const answer = await server.call('POST', path, { body })
        expect(answer.status, answer.text).toBe(200)
        return answer.body
      }
      const made = [await given.add(given.sample(85)), await given.add(given.sample(86))]
      const ids = made.map(({ _id }) => String(_id))
      const read = async () =>
        Promise.all(
          ids.map(async (id) => (await server.call('GET', `${resource.api.path}/${id}`)).body),
        )
      for (const { path, blank } of fields) {
        const before = await read()
        const filled = before.filter((row) => !isBlank(getAt(row, path)))
        const change = { action: 'update', values: setAt({}, path, blank) }
        const asked = { resource: resource.name, change, ids }
        const plan = (await post('/changes/plan', asked)) as unknown as Plan
        const at = plan.items.map(({ id, version }) => `${id}@${version}`)
        expect(plan.counts, path).toMatchObject({ refused: 0, stale: 0 })
        const done = await post('/changes', { ...asked, ids: at, digest: plan.digest })
        for (const row of await read()) expect(isBlank(getAt(row, path)), path).toBe(true)
        if (filled.length === 0) continue
        expect(plan.counts.changed, path).toBeGreaterThanOrEqual(filled.length)
        await post(`/changes/${done.id}/undo`, {})
        expect((await read()).map((row) => getAt(row, path))).toEqual(
          before.map((row) => getAt(row, path)),
        )
      }
    })
}

function isBlank(value: unknown): boolean {
  return (value ?? '') === '' || (Array.isArray(value) && value.length === 0)
}
