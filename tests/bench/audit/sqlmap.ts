import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE } from '#contract/api.ts'
import { FORM_PATHS, LEAST_FILL_MS, STAMP } from '#contract/forms.ts'
import { endOf, folderOf, type Outcome, run, type Target } from './tool.ts'

const CLEAN = /all tested parameters do not appear to be injectable/
const FOUND = /identified the following injection point/

/** Requests whose values reach statements. `*` marks a value in a path. */
const REQUESTS: readonly {
  name: string
  path: string
  parameters?: string
  body?: object
  isForm?: boolean
}[] = [
  {
    name: 'list query',
    path: '/users?page=1&limit=10&search=ada&sort=firstName&role=user&createdAt_from=2026-01-01',
    parameters: 'page,limit,search,sort,role,createdAt_from',
  },
  {
    name: 'list with references',
    path: '/missions/templates?search=a&ids=1&isActive=true',
    parameters: 'search,ids,isActive',
  },
  { name: 'search over all', path: '/search?q=ada', parameters: 'q' },
  { name: 'id in a path', path: '/users/01890a5d-ac96-774b-bcce-b302099a8057*' },
  {
    name: 'analytics',
    path: '/analytics/engagement?startDate=2026-01-01&endDate=2026-02-01',
    parameters: 'startDate,endDate',
  },
  {
    name: 'sign-in',
    path: '/auth/login',
    body: { email: 'ada@example.org', password: 'wrong-words-here' },
  },
  {
    name: 'contact form',
    path: FORM_PATHS.contact,
    parameters: 'name,email,subject,message',
    body: { name: 'Ada', email: 'ada@example.org', subject: 'Missions', message: 'How many?' },
    isForm: true,
  },
  {
    name: 'waitlist',
    path: FORM_PATHS.waitlist,
    parameters: 'email,who',
    body: { email: 'ada@example.org', who: 'student' },
    isForm: true,
  },
]

/** Looks for SQL injection. */
export async function sqlmap({ url, token }: Target): Promise<Outcome> {
  const folder = folderOf('sqlmap')
  const findings: string[] = []
  const stamp = await stampOf(url)
  for (const { name, path, parameters, body, isForm } of REQUESTS) {
    const json = JSON.stringify({ ...body, ...(isForm && { [STAMP]: stamp }) })
    const output = await run(folder, [
      ...['sqlmap', '-u', `${url}${API_BASE}${path}`, '--batch', '--disable-coloring'],
      ...['--dbms', 'PostgreSQL', '--level', '1', '--risk', '1', '--threads', '4'],
      ...['--output-dir', folder, '--flush-session', '--ignore-code', '400,401,403,404'],
      ...(parameters ? ['-p', parameters] : []),
      ...(body
        ? ['--data', json, '--headers', 'Content-Type: application/json']
        : ['--headers', `Authorization: Bearer ${token}`]),
    ])
    if (FOUND.test(output)) findings.push(`${name}: injectable, see .cache/audit/sqlmap`)
    else if (!CLEAN.test(output)) findings.push(`${name}: did not finish: ${endOf(output)}`)
  }
  return { figures: [`${REQUESTS.length} kinds of request`], findings }
}

/** The stamp of the landing page's forms. It is valid for a day, after a pause. */
async function stampOf(url: string): Promise<string> {
  const page = await (await fetch(`${url}/`)).text()
  const stamp = new RegExp(`name="${STAMP}"[^>]*value="([^"]+)"`).exec(page)?.[1]
  if (!stamp) throw new Error('The landing page has no stamp in its forms.')
  await sleep(LEAST_FILL_MS + 500)
  return stamp
}
