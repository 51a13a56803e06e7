import { expect, test } from 'vitest'
import { MAX_ALL } from '#contract/api.ts'
import { listFilters, rangeFrom, rangeTo } from '#contract/list-query.ts'
import { describe } from '#model/describe.ts'
import { getAt } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import type { Answer, TestApp } from '../support/app.ts'
import { rowsIn, type Values } from '../support/values.ts'

/** What the suite of a resource lends its parts. */
export interface Ground {
  server(): TestApp
  /** A create body that the API takes, different for each number. */
  sample(number: number): Values
  add(body: Values): Promise<Values>
}

/** What every list answers: pages, records by id, and the values in use. */
export function listApiTests(resource: Resource, { server, sample, add }: Ground): void {
  const { path } = resource.api
  const get = (parameters: string) => server().call('GET', `${path}${parameters}`)
  const rowsOf = (body: Values) => rowsIn(resource, body)
  const totalOf = ({ body: { count, pagination }, headers }: Answer) =>
    count ?? Object(pagination).total ?? Number(headers['x-total-count'])
  const texts = resource.filters.filter(
    (at) => describe(resource.row, at)?.kind === 'text' && !referenceAt(resource.create, at),
  )
  const dates = listFilters(resource).flatMap(({ path: at, kind }) => (kind === 'days' ? [at] : []))
  const GONE = '01890a5d-ac96-774b-bcce-b302099a8057'

  test('paging, sorting and filtering accept only declared parameters', async () => {
    const wrong = ['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=', 'page=1&page=2']
    wrong.push('limit=0', 'limit=101', 'limit=1e2', 'limit=')
    wrong.push('page=1000001', 'page=1000000000000')
    wrong.push('sort=password', 'sort=', 'sort=-', 'nothing=1', '__proto__=1', 'constructor=1')
    wrong.push(`search=${'x'.repeat(101)}`, 'search=%00', 'search=a&search=b')
    for (const parameters of wrong) {
      const answer = await get(`?${parameters}`)
      expect(answer.status, parameters).toBe(400)
      const [name = ''] = parameters.split('=')
      const { message, fields } = Object(answer.body.error)
      expect(message).toContain(`'${name}'`)
      expect(fields, parameters).toEqual({ [name]: message })
    }
    for (const sort of [...resource.sorts, ...resource.sorts.map((key) => `-${key}`)])
      expect((await get(`?sort=${sort}`)).status, sort).toBe(200)
  })

  if (dates.length > 0)
    test('an impossible day is refused at its parameter', async () => {
      for (const name of dates.flatMap((at) => [rangeFrom(at), rangeTo(at)])) {
        const wrong = {
          '9999-12-31': 'must not be after 2999-12-31',
          '3000-01-01': 'must not be after 2999-12-31',
          '0000-01-01': 'must not be before 1900-01-01',
          '1899-12-31': 'must not be before 1900-01-01',
          '2026-02-30': 'must be a day, like 2026-11-20',
          '': 'must be a day, like 2026-11-20',
        }
        for (const [day, fault] of Object.entries(wrong)) {
          const answer = await get(`?${name}=${day}`)
          expect(answer.status, `${name}=${day}`).toBe(400)
          const message = `The parameter '${name}' ${fault}.`
          expect(answer.body.error).toEqual({
            code: 'invalid',
            message,
            fields: { [name]: message },
          })
        }
        for (const day of ['1900-01-01', '2999-12-31'])
          expect((await get(`?${name}=${day}`)).status, `${name}=${day}`).toBe(200)
      }
    })

  test('pages have limit records each, every record once, and the total', async () => {
    for (let number = 20; number < 33; number += 1) await add(sample(number))
    const all = await get(`?limit=100`)
    const ids = rowsOf(all.body).map(({ _id }) => _id)
    const total = ids.length
    expect(totalOf(all)).toBe(total)
    const paged: unknown[] = []
    for (let page = 1; paged.length < total; page += 1) {
      const answer = await get(`?page=${page}&limit=5`)
      expect(totalOf(answer)).toBe(total)
      expect(rowsOf(answer.body).length).toBe(Math.min(5, total - paged.length))
      paged.push(...rowsOf(answer.body).map(({ _id }) => _id))
    }
    expect(paged).toEqual(ids)
    const beyond = await get(`?page=999`)
    expect(rowsOf(beyond.body)).toEqual([])
    expect(totalOf(beyond)).toBe(total)
    const plain = rowsOf((await get('')).body)
    expect(plain.length).toBe(
      isListedWhole(resource) ? Math.min(total, MAX_ALL) : Math.min(total, 10),
    )
  })

  test('ids answers exactly these live records, on any page', async () => {
    const records = [await add(sample(80)), await add(sample(81)), await add(sample(82))]
    const ids = records.map(({ _id }) => String(_id))
    const answer = await get(`?ids=${[ids[2], GONE, ids[0], 'x', ids[0]].join(',')}&page=7&limit=1`)
    expect(answer.status, answer.text).toBe(200)
    expect(rowsOf(answer.body)).toHaveLength(2)
    expect(rowsOf(answer.body)).toEqual(expect.arrayContaining([records[0], records[2]]))
    expect(totalOf(answer)).toBe(2)
    expect(rowsOf((await get(`?ids=${GONE}`)).body)).toEqual([])
    expect(rowsOf((await get('?ids=x')).body)).toEqual([])
    if (!resource.actions.includes('delete')) return
    await server().call('DELETE', `${path}/${ids[0]}`)
    expect(rowsOf((await get(`?ids=${ids.join(',')}`)).body)).toHaveLength(2)
  })

  test('ids accepts 1 to 100 ids, once', async () => {
    const many = (count: number) => Array.from({ length: count }, () => GONE).join(',')
    for (const wrong of ['', ',', `${GONE},`, many(101)]) {
      const answer = await get(`?ids=${wrong}`)
      expect(answer.status, wrong).toBe(400)
      expect(Object(answer.body.error).message).toContain("'ids' takes 1 to 100 ids")
    }
    expect((await get(`?ids=${GONE}&ids=${GONE}`)).status).toBe(400)
    expect((await get(`?ids=${many(100)}`)).status).toBe(200)
    const unknown = await get('?nothing=1')
    expect(Object(unknown.body.error).message).toMatch(
      /Known parameters: page, limit, .*\bids(, deleted)?\.$/,
    )
  })

  if (texts.length === 0 || resource.access.own)
    test('there are no values without a filter on a free text', async () => {
      // Values in use would tell of what is somebody else's own.
      expect((await get('/values?of=name')).status).toBe(404)
    })

  if (texts.length > 0 && !resource.access.own)
    test('the values in use are answered', async () => {
      const { token } = await server().user()
      for (const at of texts) {
        const record = await add(sample(83))
        const answer = await get(`/values?of=${at}`)
        expect(answer.status, answer.text).toBe(200)
        expect(answer.body.values).toContain(getAt(record, at))
        const call = (token: string) => server().call('GET', `${path}/values?of=${at}`, { token })
        expect((await call('')).status).toBe(401)
        expect((await call(token)).status).toBe(403)
      }
      for (const wrong of ['', '?of=', '?of=password', '?of=__proto__', `?of=${texts[0]}&of=x`])
        expect((await get(`/values${wrong}`)).status, wrong).toBe(400)
      const unknown = await get(`/values?of=${texts[0]}&page=1`)
      expect(unknown.status).toBe(400)
      expect(Object(unknown.body.error).message).toContain(
        "'page' is unknown. Known parameters: of.",
      )
    })
}
