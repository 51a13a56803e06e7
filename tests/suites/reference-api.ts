import { expect, test } from 'vitest'
import { findAt, getAt, setAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { tableName } from '#server/records/shape.ts'
import { settle } from '../support/add-record.ts'
import { query } from '../support/app.ts'
import { isShownAsRecord, rowsIn, sampleWith, type Values } from '../support/values.ts'
import type { Ground } from './list-api.ts'

/** What the API promises of every resource that refers to others. */
export function referenceApiTests(
  resource: Resource,
  registry: readonly Resource[],
  { server, sample, add }: Ground,
): void {
  const { path, create } = resource.api
  const can = (action: Resource['actions'][number]) => resource.actions.includes(action)
  const GONE = '01890a5d-ac96-774b-bcce-b302099a8057'

  /** The references that the sample holds, each with the first place of it. */
  const held = referencesOf(resource.create).flatMap(({ path: pattern, to }) => {
    const [first] = findAt(resource.sample, pattern)
    const target = registry.find(({ name }) => name === to)
    return first && target ? [{ pattern, at: first.at, target }] : []
  })
  if (held.length === 0) return

  const call = (method: string, at: string, body?: Values) =>
    server().call(method, at, body ? { body } : {})
  const idsOf = (body: Values) => rowsIn(resource, body).map(({ _id }) => _id)
  /** A record with references that no other has. */
  const fresh = async (number: number) => {
    const body = sampleWith(await settle(server(), resource, registry), `r${number}`)
    return { body, record: await add(body) }
  }

  if (can('create'))
    test('a missing record is 400 at its path', async () => {
      for (const { at, target } of held) {
        const words = `The chosen ${target.label.one.toLowerCase()} does not exist or was deleted.`
        for (const wrong of [GONE, GONE.toUpperCase(), 'placeholder', "1'--", { _id: GONE }]) {
          const refused = await call('POST', create, setAt(sample(90), at, wrong))
          expect(refused.status, `${at} ${refused.text}`).toBe(400)
          const fields = { [at]: words }
          expect(refused.body.error).toEqual({ code: 'invalid', message: words, fields })
        }
      }
    })

  if (can('edit'))
    test('a change is checked, but not what the record held before', async () => {
      const { body, record } = await fresh(91)
      for (const { at, target } of held) {
        const [top = ''] = at.split('.')
        const change = { [top]: getAt(setAt(body, at, GONE), top) }
        const refused = await call('PUT', `${path}/${record._id}`, change)
        expect(refused.status, refused.text).toBe(400)
        expect(Object.keys(Object(refused.body.error).fields)).toEqual([at])
        // Gone behind the server's back, as samples are.
        await query(
          server().connection,
          `update ${tableName(target)} set deleted_at = now() where id = $1`,
          [getAt(body, at)],
        )
        const kept = await call('PUT', `${path}/${record._id}`, { [top]: body[top] })
        expect(kept.status, kept.text).toBe(200)
        const shown = getAt(kept.body, at)
        const id = getAt(body, at)
        expect(shown).toEqual(isShownAsRecord(resource, at) ? { _id: id } : id)
      }
    })

  if (can('create'))
    test('ids and records are accepted, ids are stored', async () => {
      const { body } = await fresh(92)
      for (const { pattern, at } of held) {
        const id = String(getAt(body, at))
        for (const given of [{ _id: id, name: 'Whatever' }, { id }, id.toUpperCase()]) {
          const made = await call('POST', create, setAt(sample(93), at, given))
          expect(made.status, made.text).toBe(201)
          const shown = getAt(made.body, at)
          const expected = isShownAsRecord(resource, pattern) ? { _id: id } : id
          if (typeof expected === 'string') expect(shown).toBe(expected)
          else expect(shown).toMatchObject(expected)
          const [row] = await query<{ data: Values }>(
            server().connection,
            `select data from ${tableName(resource)} where id = $1`,
            [made.body._id],
          )
          expect(getAt(row?.data, at)).toBe(id)
          if (can('delete')) await call('DELETE', `${path}/${made.body._id}`)
        }
      }
    })

  test('a record in use cannot be deleted, and can be once it is unused', async () => {
    const { body, record } = await fresh(94)
    for (const { at, target } of held) {
      const address = `${target.api.path}/${getAt(body, at)}`
      const refused = await call('DELETE', address)
      expect(refused.status, refused.text).toBe(409)
      const message = `This ${target.label.one} is used by`.toLowerCase()
      expect(Object(refused.body.error).code).toBe('conflict')
      expect(String(Object(refused.body.error).message).toLowerCase()).toContain(message)
      expect((await call('GET', address)).status).toBe(200)
    }
    if (!can('delete')) return
    await call('DELETE', `${path}/${record._id}`)
    // Backwards: what was made first may be used by what was made later.
    for (const { at, target } of held.toReversed())
      expect((await call('DELETE', `${target.api.path}/${getAt(body, at)}`)).status).toBe(204)
  })

  const filtered = held.filter(({ pattern }) =>
    resource.filters.some((filter) => pattern === filter || pattern === `${filter}.*`),
  )
  if (filtered.length > 0)
    test('a list is filtered by its references', async () => {
      const { body, record } = await fresh(95)
      for (const { pattern, at } of filtered) {
        const filter = pattern.replace(/\.\*$/, '')
        const id = String(getAt(body, at))
        for (const value of [id, id.toUpperCase()]) {
          const found = await call('GET', `${path}?${filter}=${value}`)
          expect(found.status, found.text).toBe(200)
          expect(idsOf(found.body)).toEqual([record._id])
        }
        expect(idsOf((await call('GET', `${path}?${filter}=${GONE}`)).body)).toEqual([])
        for (const wrong of ['', 'x', `${id},${id}`]) {
          const refused = await call('GET', `${path}?${filter}=${wrong}`)
          expect(refused.status).toBe(400)
          expect(Object(refused.body.error).message).toContain(
            `'${filter}' must be the id of one of`,
          )
        }
      }
    })
}
