import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_BASE } from '#contract/api.ts'
import { SUBJECTS } from '#contract/events.ts'
import { registry } from '#resources/index.ts'
import { isImportable } from '#server/imports/match-columns.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { routesOf } from '../support/routes.ts'

/** The calls of the specification's section 7, one by one. */
const SPECIFIED = [
  'POST /auth/login',
  'POST /auth/logout',
  'GET /profile',
  'GET /users/profile',
  'GET /admin/dashboards',
  'POST /admin/dashboards',
  'GET /admin/dashboards/{id}',
  'PUT /admin/dashboards/{id}',
  'DELETE /admin/dashboards/{id}',
  'GET /admin/widget-data',
  'GET /admin/system-overview',
  'GET /users',
  'GET /users/{id}',
  'PUT /users/{id}',
  'DELETE /users/{id}',
  'POST /auth/register',
  'GET /missions/templates',
  'POST /missions/templates',
  'GET /missions/templates/{id}',
  'PUT /missions/templates/{id}',
  'DELETE /missions/templates/{id}',
  'GET /protocols/templates',
  'POST /protocols/templates',
  'GET /protocols/templates/{id}',
  'PUT /protocols/templates/{id}',
  'DELETE /protocols/templates/{id}',
  'GET /mentors',
  'POST /mentors',
  'GET /mentors/{id}',
  'PUT /mentors/{id}',
  'DELETE /mentors/{id}',
  'GET /career-fields',
  'POST /career-fields',
  'PUT /career-fields/{id}',
  'DELETE /career-fields/{id}',
  'GET /analytics/engagement',
  'GET /analytics/missions',
  'GET /analytics/protocols',
  'GET /analytics/growth',
  'GET /analytics/export',
]

/** What is served besides, and why. */
const ADDED: Readonly<Record<string, string>> = {
  'GET /account': 'people see their own account',
  'PUT /account': 'and change it',
  'GET /account/sessions': 'where it is signed in',
  'DELETE /account/sessions': 'all others are signed out',
  'DELETE /account/sessions/{id}': 'one is signed out',
  'POST /account/password': 'people choose their own password',
  'POST /account/confirm': 'what is dangerous takes a proof that it is you',
  'GET /auth/methods': 'the sign-in page offers what there is',
  'POST /auth/forgotten': 'a link by mail for who forgot a password',
  'POST /auth/set-password': 'a password by a link that is good once',
  'POST /users/{id}/link': 'an admin makes such a link, and knows no password',
  'POST /auth/factor': 'a second factor after the password',
  'POST /auth/factor/passkey': 'what the browser is asked with for one',
  'POST /auth/passkey/options': 'the same, of whoever holds a passkey',
  'POST /auth/passkey': 'signing in by a passkey alone',
  'POST /account/passkeys/options': 'a passkey is begun',
  'POST /account/passkeys': 'and added',
  'PUT /account/passkeys/{id}': 'it has a name',
  'DELETE /account/passkeys/{id}': 'one that was lost is removed',
  'POST /account/totp': 'an authenticator app is begun',
  'PUT /account/totp': 'and added, with codes for whoever loses it',
  'DELETE /account/totp': 'one that was lost is removed',
  'POST /account/recovery-codes': 'new codes in place of the old',
  'GET /auth/oidc/start': 'signing in by a provider begins',
  'GET /auth/oidc/callback': 'the provider leads back here',
  'POST /auth/oidc/session': 'what came back becomes a session',
  'GET /search': 'the palette finds records of all resources',
  'GET /career-fields/{id}': 'the console opens a record by its address',
  'GET /missions/templates/values': 'a form suggests the types in use',
  'POST /events': "the mobile app's backend tells what learners did",
  'POST /contact': 'the landing page sends a message',
  'POST /waitlist': 'the landing page takes an address',
  'POST /waitlist/confirm': 'whoever has an address says that it shall be there',
  'GET /waitlist/unsubscribe/{token}': 'a page asks before it does what its button says',
  'POST /waitlist/unsubscribe/{token}': 'one press takes an address off the waitlist',
  'GET /messages': 'admins find what visitors wrote',
  'GET /messages/{id}': 'the console opens a message by its address',
  'PUT /messages/{id}': 'a message is marked as answered or archived',
  'POST /messages/{id}/mark-answered': 'its own action',
  'DELETE /messages/{id}': 'a message is deleted',
  'GET /waitlist': 'admins read who waits for the release',
  'GET /waitlist/{id}': 'the console opens an entry by its address',
  'PUT /waitlist/{id}': 'a mistyped address is corrected',
  'DELETE /waitlist/{id}': 'whoever wants so is taken off the waitlist',
  ...Object.fromEntries(
    ['/views', '/list-settings'].flatMap((path) =>
      [
        `GET ${path}`,
        `POST ${path}`,
        ...['GET', 'PUT', 'DELETE'].map((one) => `${one} ${path}/{id}`),
      ].map((call) => [call, 'somebody keeps a list under a name, or opens it with one']),
    ),
  ),
  'GET /changes': 'who wrote what, when and through what',
  'POST /changes/plan': 'what a set of changes would do',
  'POST /changes': 'a planned set of changes is made',
  'POST /changes/{id}/undo': 'a change is taken back',
  'GET /security-events': 'who signed in, who tried to, and what touched rights',
  'GET /security-events/export': 'the same as a file that can be verified',
  'GET /tokens': 'admins see which programs may do what',
  'POST /tokens': 'a token for a program is made',
  'DELETE /tokens/{id}': 'a token is revoked',
  'POST /tokens/{id}/take-back': 'what a stolen token sent leaves',
  'GET /changes/{id}': 'what one change did to each record',
  ...Object.fromEntries(
    registry.map(({ api }) => [`GET ${api.path}/{id}/history`, 'what became of a record']),
  ),
  ...Object.fromEntries(
    registry
      .filter(({ hasOwnPage }) => !hasOwnPage)
      .map(({ api }) => [`POST ${api.path}/export`, 'a file of chosen records']),
  ),
  'GET /access/explain': 'whoever was refused learns by which rule',
  ...Object.fromEntries(
    registry.map(({ api }) => [
      `DELETE ${api.path}/{id}/erase`,
      'admins erase a record permanently',
    ]),
  ),
  'GET /admin/needs': 'menu and home say how much waits',
  'GET /health/live': 'an orchestrator asks whether to start it again',
  'GET /health/ready': 'a load balancer asks whether to send requests',
  'GET /health': 'whoever runs the server asks whether it answers',
  'GET /openapi.json': 'the description itself',
}

/** What every resource has besides, and why. */
const OF_EACH: Readonly<Record<string, string>> = {
  'GET {path}/{id}/uses': 'the page of a record says where it is used',
  'GET {path}/uses': 'each row of a list says how often it is used',
}

/** What those have of which the facts know something, and why. */
const OF_PEOPLE: Readonly<Record<string, string>> = {
  'GET {path}/{id}/people': 'the page of a record says what learners do with it',
}

/** What those have that a list is made of, and why. */
const OF_LISTS: Readonly<Record<string, string>> = {
  'GET {path}/export': 'the records of a list as a file, by its own query',
}

/** What those have that can be created or edited in a list, and why. */
const OF_IMPORTS: Readonly<Record<string, string>> = {
  'POST {path}/imports': 'a file is read',
  'GET {path}/imports/template': 'a file with the right heads to fill',
  'GET {path}/imports/{id}': 'a page that was left goes on where it was',
  'DELETE {path}/imports/{id}': 'nothing of it is kept',
  'PUT {path}/imports/{id}/columns': 'somebody says what the columns mean',
  'POST {path}/imports/{id}/plan': 'its rows are rehearsed piece by piece',
  'GET {path}/imports/{id}/rows': 'what each row would do, and what is wrong with it',
  'PATCH {path}/imports/{id}/rows/{line}': 'a cell is mended in place',
  'GET {path}/imports/{id}/failed': 'the refused rows as a file',
  'POST {path}/imports/{id}/apply': 'all of it is written as one change',
}

const all = registry.map(({ api }) => api.path)
const listed = registry.flatMap(({ api, hasOwnPage }) => (hasOwnPage ? [] : [api.path]))
const imported = registry.flatMap((one) => (isImportable(one) ? [one.api.path] : []))
const people = ['users', ...Object.values(SUBJECTS)].map((name) => `/${name}`)
const at = (paths: readonly string[], calls: object) =>
  paths.flatMap((path) => Object.keys(calls).map((call) => call.replace('{path}', path)))

let server: TestApp
let described: string[]
beforeAll(async () => {
  server = await startApp()
  const { paths } = (await server.call('GET', '/openapi.json', { token: '' })).body
  described = Object.entries(Object(paths)).flatMap(([path, operations]) =>
    Object.keys(Object(operations)).map(
      (method) => `${method.toUpperCase()} ${path.replace(API_BASE, '')}`,
    ),
  )
})
afterAll(() => server.close())

test('every call of the specification is served and described, and nothing without a reason', () => {
  const more = [
    ...Object.keys(ADDED),
    ...at(all, OF_EACH),
    ...at(listed, OF_LISTS),
    ...at(people, OF_PEOPLE),
    ...at(imported, OF_IMPORTS),
  ]
  const wanted = [...SPECIFIED, ...more].sort()
  expect(new Set(wanted).size).toBe(wanted.length)
  expect(described.sort()).toEqual(wanted)
  expect(
    routesOf(server.app)
      .map((route) => route.replace(API_BASE, ''))
      .sort(),
  ).toEqual(wanted)
})

test('every specified path answers its method; what lacks is the record or the input alone', async () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  for (const call of SPECIFIED) {
    const [method = '', path = ''] = call.split(' ')
    // Signing out comes last: it would end the session that asks.
    if (path === '/auth/logout') continue
    const { status, body } = await server.call(method, path.replace('{id}', id))
    const message = String(Object(body.error).message)
    expect(message, call).not.toBe('There is nothing at this address.')
    expect([200, 400, 404], call).toContain(status)
    expect(status === 404, call).toBe(path.includes('{id}'))
  }
  expect((await server.call('POST', '/auth/logout')).status).toBe(204)
})
