import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_ALL } from '#contract/api.ts'
import { describe as describeSchema } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import { tableName } from '#server/store/shape.ts'
import { query, startApp, type TestApp } from '../support/app.ts'

/**
 * What the API promises of every resource, proved for each one of the registry. A new declaration is
 * covered by standing there.
 */
export function resourceApiSuite(resource: Resource): void {
  const { path, create, listKey } = resource.api
  let server: TestApp

  /** The sample, with unique values made different. */
  const sample = (number: number): Record<string, unknown> => {
    const body: Record<string, unknown> = { ...resource.sample }
    for (const { path } of resource.unique) {
      const value = String(body[path])
      body[path] = value.includes('@') ? `n${number}.${value}` : `${value} ${number}`
    }
    return body
  }
  const add = async (number: number) => {
    const answer = await server.call('POST', create, { body: sample(number) })
    expect(answer.status, answer.text).toBe(201)
    return answer.body
  }
  /** A text key that can be changed without meeting a rule. */
  const editable = Object.keys(resource.update.shape).find(
    (key) =>
      describeSchema(resource.update, key)?.kind === 'text' &&
      !resource.unique.some((rule) => rule.path === key) &&
      Object.hasOwn(resource.sample, key),
  )

  describe(`${resource.name} at the API`, () => {
    beforeAll(async () => {
      server = await startApp()
    })
    afterAll(() => server.close())

    test('API-01 a record is created, read, listed, changed and deleted', async () => {
      const made = await server.call('POST', create, { body: sample(1) })
      expect(made.status, made.text).toBe(201)
      const id = String(made.body._id)
      expect(made.headers.location).toBe(`/api/v1${path}/${id}`)
      expect(made.headers.etag).toBe('"1"')
      const parsed = parseBody(resource, 'create', sample(1))
      const stored = parsed.ok ? parsed.value : {}
      for (const key of Object.keys(stored))
        if (key in resource.row.shape) expect(made.body[key]).toEqual(stored[key])
      // Nothing but the declared keys, in the declared order.
      const declared = Object.keys(resource.row.shape)
      expect(Object.keys(made.body)).toEqual(declared.filter((key) => key in made.body))

      expect((await server.call('GET', `${path}/${id}`)).body).toEqual(made.body)
      const list = await server.call('GET', `${path}?limit=100`)
      expect(list.body[listKey]).toContainEqual(made.body)

      const changed = await server.call('PUT', `${path}/${id}`, {
        body: { ...made.body, [editable ?? '']: 'Changed by a test' },
      })
      expect(changed.status, changed.text).toBe(200)
      expect(changed.body).toMatchObject({ [editable ?? '']: 'Changed by a test', version: 2 })

      expect((await server.call('DELETE', `${path}/${id}`)).status).toBe(204)
      expect((await server.call('GET', `${path}/${id}`)).status).toBe(404)
      expect((await server.call('PUT', `${path}/${id}`, { body: {} })).status).toBe(404)
      expect((await server.call('DELETE', `${path}/${id}`)).status).toBe(404)
    })

    test('deletion is soft, and every write stands in the history with its author', async () => {
      const { _id } = await add(2)
      await server.call('PUT', `${path}/${_id}`, { body: { [editable ?? '']: 'Second version' } })
      await server.call('DELETE', `${path}/${_id}`)
      const [row] = await query<{ deleted_at: Date | null }>(
        server.connection,
        `select deleted_at from ${tableName(resource)} where id = $1`,
        [_id],
      )
      expect(row?.deleted_at).toBeInstanceOf(Date)
      const history = await query<{
        action: string
        version: number
        actor_id: string
        data: object
      }>(
        server.connection,
        'select action, version, actor_id, data from history where record_id = $1 order by version',
        [_id],
      )
      expect(history.map(({ action, version }) => [action, version])).toEqual([
        ['create', 1],
        ['update', 2],
        ['delete', 3],
      ])
      expect(new Set(history.map((entry) => entry.actor_id))).toEqual(new Set([server.adminId]))
      expect(history[1]?.data).toMatchObject({ [editable ?? '']: 'Second version' })
    })

    test('API-02 no token, a dead token and a token without the role are refused on each call', async () => {
      const { _id } = await add(3)
      const { token } = await server.user()
      const calls = [
        ['GET', path],
        ['POST', create],
        ['GET', `${path}/${_id}`],
        ['PUT', `${path}/${_id}`],
        ['DELETE', `${path}/${_id}`],
      ] as const
      for (const [method, at] of calls) {
        const body = method === 'POST' || method === 'PUT' ? { body: {} } : {}
        for (const bad of ['', 'rubbish', `${token.slice(1)}A`, `${'A'.repeat(43)}`])
          expect((await server.call(method, at, { ...body, token: bad })).status).toBe(401)
        const refused = await server.call(method, at, { ...body, token })
        expect(refused.status).toBe(403)
        expect(Object(refused.body.error).code).toBe('forbidden')
      }
      expect((await server.call('GET', `${path}/${_id}`)).status).toBe(200)
    })

    test('API-04 wrong input is 400 in the words of the schema', async () => {
      const expected = parseBody(resource, 'create', {})
      const refused = await server.call('POST', create, { body: {} })
      expect(refused.status).toBe(400)
      expect(Object(refused.body.error).fields).toEqual(expected.ok ? undefined : expected.errors)
      for (const body of [[], 'text', 7, null])
        expect(
          (
            await server.call('POST', create, {
              body: JSON.stringify(body),
              headers: { 'content-type': 'application/json' },
            })
          ).status,
        ).toBe(400)
      const { _id } = await add(4)
      const wrong = await server.call('PUT', `${path}/${_id}`, { body: { [editable ?? '']: 7 } })
      expect(wrong.status).toBe(400)
      expect(Object.keys(Object(wrong.body.error).fields)).toEqual([editable])
    })

    test('a stale version is 412 with the current values, without the header a write passes', async () => {
      const { _id } = await add(5)
      const at = `${path}/${_id}`
      const put = (text: string, headers = {}) =>
        server.call('PUT', at, { body: { [editable ?? '']: text }, headers })
      expect((await put('Mine', { 'if-match': '"1"' })).headers.etag).toBe('"2"')
      const stale = await put('Theirs', { 'if-match': '"1"' })
      expect(stale.status).toBe(412)
      expect(Object(stale.body.error)).toMatchObject({
        code: 'stale',
        current: { _id, [editable ?? '']: 'Mine', version: 2 },
      })
      expect((await server.call('DELETE', at, { headers: { 'if-match': '"1"' } })).status).toBe(412)
      expect((await put('Without a header')).status).toBe(200)
      const gone = await server.call('DELETE', at, { headers: { 'if-match': '"3"' } })
      expect(gone.status).toBe(204)
    })

    test('of two writes on the same version one wins', async () => {
      const { _id } = await add(6)
      const answers = await Promise.all(
        ['One', 'Two', 'Three', 'Four'].map((text) =>
          server.call('PUT', `${path}/${_id}`, {
            body: { [editable ?? '']: text },
            headers: { 'if-match': '"1"' },
          }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
    })

    test('an unknown id is 404, whatever it looks like', async () => {
      for (const id of ['01890a5d-ac96-774b-bcce-b302099a8057', 'x', '..%2f', '%00', "1'--"])
        expect((await server.call('GET', `${path}/${id}`)).status).toBe(404)
    })

    test('API-03 paging, sorting and filtering take what is declared and nothing else', async () => {
      const wrong = ['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=', 'page=1&page=2']
      wrong.push(
        'limit=0',
        'limit=101',
        'limit=1e2',
        'limit=',
        'page=1000001',
        'page=1000000000000',
      )
      wrong.push('sort=password', 'sort=', 'sort=-', 'nothing=1', '__proto__=1', 'constructor=1')
      wrong.push(`search=${'x'.repeat(101)}`, 'search=%00', 'search=a&search=b')
      for (const parameters of wrong) {
        const answer = await server.call('GET', `${path}?${parameters}`)
        expect(answer.status, parameters).toBe(400)
        const [name = ''] = parameters.split('=')
        expect(Object(answer.body.error).message).toContain(name)
      }
      for (const sort of [...resource.sorts, ...resource.sorts.map((key) => `-${key}`)])
        expect((await server.call('GET', `${path}?sort=${sort}`)).status, sort).toBe(200)
    })

    test('API-03 pages hold limit records each, every record once, and the total', async () => {
      for (let number = 20; number < 33; number += 1) await add(number)
      const all = await server.call('GET', `${path}?limit=100`)
      const ids = rowsOf(all.body).map(({ _id }) => _id)
      const total = ids.length
      expect(totalOf(all.body)).toBe(total)
      const paged: unknown[] = []
      for (let page = 1; paged.length < total; page += 1) {
        const answer = await server.call('GET', `${path}?page=${page}&limit=5`)
        expect(totalOf(answer.body)).toBe(total)
        expect(rowsOf(answer.body).length).toBe(Math.min(5, total - paged.length))
        paged.push(...rowsOf(answer.body).map(({ _id }) => _id))
      }
      expect(paged).toEqual(ids)
      const beyond = await server.call('GET', `${path}?page=999`)
      expect(rowsOf(beyond.body)).toEqual([])
      expect(totalOf(beyond.body)).toBe(total)
      const plain = rowsOf((await server.call('GET', path)).body)
      expect(plain.length).toBe(
        resource.api.envelope === 'all' ? Math.min(total, MAX_ALL) : Math.min(total, 10),
      )
    })

    test.runIf(resource.search.length > 0)(
      'a search is literal, and blind to case and accents',
      async () => {
        const key = resource.search.find((one) => one === editable) ?? editable ?? ''
        const { _id } = await add(50)
        const find = async (search: string) => {
          const answer = await server.call('GET', `${path}?search=${encodeURIComponent(search)}`)
          expect(answer.status).toBe(200)
          return rowsOf(answer.body).map((row) => row._id)
        }
        await server.call('PUT', `${path}/${_id}`, { body: { [key]: 'Zoë 100%_\\ Łódź 伟' } })
        for (const search of ['zoe', 'ZOË', '100%', '%_\\', 'lodz', 'ŁÓDŹ', '伟', 'zoe 100'])
          expect(await find(search), search).toEqual([_id])
        for (const search of ['100_', '%oe', 'zoe%lodz', "zoe' or 1=1 --"])
          expect(await find(search), search).toEqual([])
      },
    )

    test.runIf(resource.unique.length > 0)(
      'a taken value is 409 at its field, and free again after deletion',
      async () => {
        const { _id } = await add(60)
        for (const { path: key, message } of resource.unique) {
          const twin = { ...sample(61), [key]: String(sample(60)[key]).toUpperCase() }
          const refused = await server.call('POST', create, { body: twin })
          expect(refused.status).toBe(409)
          expect(refused.body.error).toEqual({
            code: 'conflict',
            message,
            fields: { [key]: message },
          })
        }
        await server.call('DELETE', `${path}/${_id}`)
        expect((await server.call('POST', create, { body: sample(60) })).status).toBe(201)
      },
    )

    test('keys that nobody declared are not stored, and keys that are not sent stay', async () => {
      const { _id } = await add(70)
      const before = (await server.call('GET', `${path}/${_id}`)).body
      const answer = await server.call('PUT', `${path}/${_id}`, {
        body: { createdAt: '1999-01-01T00:00:00Z', _id: 'other', version: 99, invented: true },
      })
      expect(answer.body).toEqual({ ...before, version: 2 })
      const [row] = await query<{ data: object }>(
        server.connection,
        `select data from ${tableName(resource)} where id = $1`,
        [_id],
      )
      expect(row?.data).not.toHaveProperty('invented')
      expect(row?.data).not.toHaveProperty('password')
    })
  })

  const rowsOf = (body: Record<string, unknown>) => body[listKey] as Record<string, unknown>[]
  const totalOf = (body: Record<string, unknown>) => body.count ?? Object(body.pagination).total
}
