import { expect } from 'vitest'
import { RECORDS_EXPORT } from '#contract/analytics.ts'
import { API_BASE, CHANGE_HEADER, KEY_HEADER } from '#contract/api.ts'
import { CHANGES_PATH } from '#contract/changes.ts'
import { CONFIRM_ENTRY_PATH, FORM_PATHS, UNSUBSCRIBE_PATH } from '#contract/forms.ts'
import { IMPORTS } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { isImportable } from '#server/imports/match-columns.ts'
import { createEntryLinks } from '#server/public-forms/waitlist.ts'
import { addRecord, settle } from '../../support/add-record.ts'
import type { Answer } from '../../support/app.ts'
import { formOf, post } from '../../support/forms.ts'
import { applied, importFile, planned } from '../../support/imports.ts'
import { routesOf } from '../../support/routes.ts'
import { changeOf, sampleWith, type Values } from '../../support/values.ts'
import { check, type Tally } from './law.ts'
import { LAW_REGISTRY, read, type World } from './world.ts'

/** Routes that write no record, or nothing at all, and why they name no change. */
const WITHOUT: Readonly<Record<string, string>> = {
  'POST /auth/login': 'a session is no record',
  'POST /auth/logout': 'a session is no record',
  'DELETE /account/sessions': 'a session is no record',
  'DELETE /account/sessions/{id}': 'a session is no record',
  'POST /account/password': 'a password is no record',
  'POST /account/confirm': 'a session is no record',
  'POST /auth/forgotten': 'a mail is no record',
  'POST /auth/set-password': 'a password is no record',
  'POST /users/{id}/link': 'a link is no record',
  'POST /tokens': 'a token is no record; the security log has it',
  'DELETE /tokens/{id}': 'a token is no record; the security log has it',
  'POST /tokens/{id}/take-back': 'events are no records; the security log has it',
  ...Object.fromEntries(
    [
      ...['POST /auth/factor', 'POST /auth/factor/passkey', 'POST /auth/passkey'],
      ...['POST /auth/passkey/options', 'POST /auth/oidc/session'],
      ...['POST /account/passkeys/options', 'POST /account/passkeys'],
      ...['PUT /account/passkeys/{id}', 'DELETE /account/passkeys/{id}'],
      ...['POST /account/totp', 'PUT /account/totp', 'DELETE /account/totp'],
      'POST /account/recovery-codes',
    ].map((route) => [route, 'a second factor is no record, and neither is a session']),
  ),
  'POST /events': 'what learners did is counted, and never edited',
  'POST /changes/plan': 'writes nothing',
  ...Object.fromEntries(
    LAW_REGISTRY.filter(isImportable).flatMap(({ api }) =>
      ['POST ', 'DELETE /{id}', 'PUT /{id}/columns', 'POST /{id}/plan', 'PATCH /{id}/rows/{line}']
        .map((one) => one.replace(' ', ` ${api.path}${IMPORTS}`))
        .map((route) => [route, 'a file on its way is no record until it is applied']),
    ),
  ),
  ...Object.fromEntries(
    LAW_REGISTRY.filter(({ hasOwnPage }) => !hasOwnPage).map(({ api }) => [
      `POST ${api.path}${RECORDS_EXPORT}`,
      'a file of chosen records writes nothing',
    ]),
  ),
}

const LEAVE = `POST ${UNSUBSCRIBE_PATH}/{token}`
/** Their answer is the same whether an address was known or not: a change's id would tell. */
const UNTOLD = [
  ...Object.values(FORM_PATHS).map((path) => `POST ${path}`),
  ...[`POST ${CONFIRM_ENTRY_PATH}`, LEAVE],
]

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
    ...resource.rowActions
      .filter(({ shown }) => shown === undefined)
      .map(
        ({ segment }) =>
          [
            `POST ${api.path}/{id}/${segment}`,
            () => server.call('POST', `${api.path}/${next()}/${segment}`),
          ] as const,
      ),
    isImportable(resource) && [
      `POST ${api.path}${IMPORTS}/{id}/apply`,
      async () => {
        const _id = next()
        const { body: now } = await server.call('GET', `${api.path}/${_id}`)
        const values = [change?.next(), change?.next()]
        const value = values.find((one) => one !== now[change?.key ?? ''])
        return importOne(world, resource, { _id, [change?.key ?? '']: value })
      },
    ],
    ...(name === 'waitlist' ? await byMail(world, api, next()) : []),
    name === 'users' && [
      'PUT /account',
      () => server.call('PUT', '/account', { body: { firstName: 'Walked' } }),
    ],
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

/** What the links in a mail to an entry lead to, in their order. */
async function byMail(
  { server }: World,
  { path }: Resource['api'],
  id: string,
): Promise<(readonly [string, Write])[]> {
  const links = createEntryLinks(await server.store.secret('waitlist'))
  const waiting = { status: 'unconfirmed' }
  const { body } = await server.call('PUT', `${path}/${id}`, { body: waiting })
  const token = links.confirming(id, String(body.email))
  const leave = LEAVE.slice('POST '.length).replace('{token}', links.leaving(id))
  return [
    [
      `POST ${CONFIRM_ENTRY_PATH}`,
      () => server.call('POST', CONFIRM_ENTRY_PATH, { token: '', body: { token } }),
    ],
    [LEAVE, () => server.call('POST', leave, { token: '' })],
  ]
}

/** Applies a file of one row, waits for the end, and asks once more under the same key, which names the change. */
async function importOne({ server }: World, { api }: Resource, row: Values): Promise<Answer> {
  const path = api.path.slice(1)
  const file = JSON.stringify([row])
  const one = await planned(server, await importFile(server, path, file, { format: 'json' }), path)
  const apply = () =>
    server.call('POST', `/${path}${IMPORTS}/${one.id}/apply`, {
      body: {},
      headers: { [KEY_HEADER]: one.id },
    })
  const begun = await apply()
  expect(begun.status, begun.text).toBe(202)
  await applied(server, one, { isBegun: true, path })
  return apply()
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
