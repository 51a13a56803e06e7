import { expect } from 'vitest'
import { API_BASE } from '#contract/api.ts'
import { CHANGE_HEADER, CHANGES_PATH } from '#contract/change-names.ts'
import { FORM_PATHS } from '#contract/forms.ts'
import { RECORDS_EXPORT } from '#contract/insight/analytics.ts'
import type { Resource } from '#model/resource.ts'
import { addRecord, settle } from '../../support/add-record.ts'
import type { Answer } from '../../support/app.ts'
import { formOf, post } from '../../support/forms.ts'
import { routesOf } from '../../support/routes.ts'
import { changeOf, sampleWith, type Values } from '../../support/values.ts'
import { check, type Tally } from './law.ts'
import { LAW_REGISTRY, read, type World } from './world.ts'

/** Routes that write no record, or nothing at all, and why they name no change. */
const WITHOUT: Readonly<Record<string, string>> = {
  'POST /auth/login': 'a session is no record',
  'POST /auth/logout': 'a session is no record',
  'POST /events': 'what learners did is counted, and never edited',
  'POST /changes/plan': 'writes nothing',
  ...Object.fromEntries(
    LAW_REGISTRY.filter(({ hasOwnPage }) => !hasOwnPage).map(({ api }) => [
      `POST ${api.path}${RECORDS_EXPORT}`,
      'a file of chosen records writes nothing',
    ]),
  ),
}

/** Their answer is the same whether an address was known or not: a change's id would tell. */
const UNTOLD = Object.values(FORM_PATHS).map((path) => `POST ${path}`)

/** As many records as the routes of one resource take. */
const ENOUGH = 9

/** Does one write through a route, and answers. */
type Write = () => Promise<Answer>

/**
 * Trail: every route of the router that writes names its change, and all that it wrote stands in the history under
 * it. A route that nobody told how to call is a failure, and so is one that is there no more.
 */
export async function everyWriteLaw(world: World): Promise<Tally> {
  const tally: Tally = new Map()
  const { server } = world
  const ways = new Map<string, { resource: Resource; write: Write }>()
  for (const resource of LAW_REGISTRY)
    for (const [route, write] of await writesOf(world, resource))
      ways.set(route, { resource, write })

  const writing = routesOf(server.app)
    .filter((route) => !route.startsWith('GET '))
    .map((route) => route.replace(` ${API_BASE}`, ' '))
  const unknown = writing.filter((route) => !(ways.has(route) || WITHOUT[route]))
  expect(unknown, 'routes that write and have neither a way here nor a reason').toEqual([])
  const gone = [...ways.keys(), ...Object.keys(WITHOUT)].filter((one) => !writing.includes(one))
  expect(gone, 'routes that are no more').toEqual([])

  for (const [route, { resource, write }] of ways) {
    const before = await written(world)
    const answer = await write()
    expect(answer.status, `${route}: ${answer.text}`).toBeLessThan(400)
    const told = answer.headers[CHANGE_HEADER]
    const after = await written(world)
    expect(after.length, `${route} stands in the history`).toBeGreaterThan(before.length)
    const fresh = after.slice(before.length)
    expect(
      fresh.filter(({ via }) => via === null),
      `all that ${route} wrote has its change`,
    ).toEqual([])
    if (UNTOLD.includes(route)) expect(told, route).toBeUndefined()
    else
      expect(
        fresh.map(({ change }) => change),
        `${route} names it`,
      ).toContain(told)
    check(tally, resource, 3)
  }
  return tally
}

/** What one may do with a resource, by the routes that do it. */
async function writesOf(
  world: World,
  resource: Resource,
): Promise<readonly (readonly [string, Write])[]> {
  const { server } = world
  const { api, actions, name } = resource
  const real = await settle(server, resource, LAW_REGISTRY)
  // Made beforehand: what a write is counted by is its own history.
  const made: Values[] = []
  for (let count = 0; count < ENOUGH; count += 1)
    made.push(await addRecord(server, resource, sampleWith(real, `walk${count}`)))
  const next = () => String(made.pop()?._id)
  const body = sampleWith(real, 'walked')
  const change = changeOf(resource)
  const form = formOf(resource)
  const all: (readonly [string, Write] | false | undefined)[] = [
    form
      ? [`POST ${FORM_PATHS[form]}`, () => post(server, form, formBody(resource, body))]
      : actions.includes('create') && [
          `POST ${api.create}`,
          () => server.call('POST', api.create, { body }),
        ],
    actions.includes('edit') && [
      `PUT ${api.path}/{id}`,
      () =>
        server.call('PUT', `${api.path}/${next()}`, {
          body: change ? { [change.key]: change.next() } : {},
        }),
    ],
    actions.includes('delete') && [
      `DELETE ${api.path}/{id}`,
      () => server.call('DELETE', `${api.path}/${next()}`),
    ],
    actions.includes('delete') && [
      `DELETE ${api.path}/{id}/erase`,
      () => server.call('DELETE', `${api.path}/${next()}/erase`),
    ],
    ...resource.rowActions.map(
      ({ segment }) =>
        [
          `POST ${api.path}/{id}/${segment}`,
          () => server.call('POST', `${api.path}/${next()}/${segment}`),
        ] as const,
    ),
    // Once for all resources: they are the same routes.
    name === 'career-fields' && [
      `POST ${CHANGES_PATH}`,
      async () => {
        const selection = { resource: name, change: { action: 'delete' }, ids: [next(), next()] }
        const plan = await server.call('POST', `${CHANGES_PATH}/plan`, { body: selection })
        const versions = (plan.body.items as { id: string; version: number }[]).map(
          ({ id, version }) => `${id}@${version}`,
        )
        return server.call('POST', CHANGES_PATH, {
          body: { ...selection, ids: versions, digest: plan.body.digest },
        })
      },
    ],
    name === 'career-fields' && [
      `POST ${CHANGES_PATH}/{id}/undo`,
      async () => {
        const [{ id } = { id: '' }] = await read<{ id: string }>(
          world,
          `select change_id as id from history where record_id = $1`,
          [next()],
        )
        return server.call('POST', `${CHANGES_PATH}/${id}/undo`, { body: {} })
      },
    ],
  ]
  return all.filter((one) => one !== false && one !== undefined)
}

function formBody({ create }: Resource, body: Values): Values {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key in create.shape))
}

/** The history in the order it was written, with what there is of the changes it names. */
function written(world: World): Promise<{ change: string | null; via: string | null }[]> {
  return read(
    world,
    `select h.change_id as change, c.via from history h left join changes c on c.id = h.change_id
     order by h.at, h.id`,
  )
}
