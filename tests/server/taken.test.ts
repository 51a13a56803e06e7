import { expect, test } from 'vitest'
import { API_BASE } from '#contract/api.ts'
import { createListReader } from '#contract/list-query.ts'
import { LIST_PARAMETERS, ROUTES } from '#model/check/taken.ts'
import { registry } from '#resources/index.ts'
import { startApp } from '../support/app.ts'
import { routesOf } from '../support/routes.ts'

test('the declaration check knows all routes of the API', async () => {
  const { app, close } = await startApp()
  const resources = registry.flatMap(({ api }) => [api.path, api.create])
  const own = routesOf(app)
    .map((route) => route.replace(/^\w+ /, '').slice(API_BASE.length))
    .filter((path) => !resources.some((one) => path === one || path.startsWith(`${one}/`)))
  expect(own).toContain('/health')
  const known = Object.keys(ROUTES)
  expect(own.filter((path) => !known.some((one) => `${path}/`.startsWith(`${one}/`)))).toEqual([])
  await close()
})

test('the declaration check knows all list parameters', () => {
  const [first] = registry
  if (!first) throw new Error('no resource')
  const read = createListReader({ ...first, filters: [] })
  const [fault] = read(new Map([['nix', '']])).faults
  const known = fault?.message.replace(/^.*Known are /, '').split(', ')
  expect([...LIST_PARAMETERS].sort()).toEqual(known?.sort())
})
