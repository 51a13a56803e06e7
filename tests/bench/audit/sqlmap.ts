import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE } from '#contract/api.ts'
import { FORM_PATHS, LEAST_FILL_MS, STAMP } from '#contract/forms.ts'
import type { Outcome, Tool } from './outcome.ts'
import { endOf, runIn } from './programs.ts'
import { counting, folderOf } from './target.ts'

const CLEAN = /all tested parameters do not appear to be injectable/
const FOUND = /identified the following injection point/

/** What it tries: the places where words of a request come near a statement. `*` marks a place in a path. */
const QUESTIONS: readonly {
  what: string
  path: string
  tries?: string
  body?: object
  isForm?: boolean
}[] = [
  {
    what: 'list query',
    path: '/users?page=1&limit=10&search=ada&sort=firstName&role=user&createdAt_from=2026-01-01',
    tries: 'page,limit,search,sort,role,createdAt_from',
  },
  {
    what: 'list with references',
    path: '/missions/templates?search=a&ids=1&isActive=true',
    tries: 'search,ids,isActive',
  },
  { what: 'search over all', path: '/search?q=ada', tries: 'q' },
  { what: 'id in a path', path: '/users/01890a5d-ac96-774b-bcce-b302099a8057*' },
  {
    what: 'figures',
    path: '/analytics/engagement?startDate=2026-01-01&endDate=2026-02-01',
    tries: 'startDate,endDate',
  },
  {
    what: 'sign-in',
    path: '/auth/login',
    body: { email: 'ada@example.org', password: 'wrong-words-here' },
  },
  {
    what: 'message of a visitor',
    path: FORM_PATHS.contact,
    tries: 'name,email,subject,message',
    body: { name: 'Ada', email: 'ada@example.org', subject: 'Missions', message: 'How many?' },
    isForm: true,
  },
  {
    what: 'waitlist',
    path: FORM_PATHS.waitlist,
    tries: 'email,who',
    body: { email: 'ada@example.org', who: 'student' },
    isForm: true,
  },
]

/** When the landing page was served, as its forms send it along: good for a day. */
async function stampOf(url: string): Promise<string> {
  const page = await (await fetch(`${url}/`)).text()
  const stamp = new RegExp(`name="${STAMP}"[^>]*value="([^"]+)"`).exec(page)?.[1]
  if (!stamp) throw new Error('The landing page has no stamp in its forms.')
  await pause(LEAST_FILL_MS + 500)
  return stamp
}

/** SQL injection, by sqlmap. */
export const sqlmap: Tool = {
  debian: 'sqlmap',
  async run({ level }, target): Promise<Outcome> {
    const product = await target()
    const folder = folderOf('sqlmap')
    const findings: string[] = []
    const counted = await counting(product, async () => {
      const stamp = await stampOf(product.url)
      for (const { what, path, tries, body, isForm } of QUESTIONS) {
        const { said } = await runIn(folder, [
          ...['sqlmap', '-u', `${product.url}${API_BASE}${path}`, '--batch', '--disable-coloring'],
          ...['--dbms', 'PostgreSQL', '--level', String(level), '--risk', '1', '--threads', '4'],
          ...['--output-dir', folder, '--flush-session', '--ignore-code', '400,401,403,404'],
          ...(tries ? ['-p', tries] : []),
          ...(body
            ? [
                '--data',
                JSON.stringify({ ...body, ...(isForm && { [STAMP]: stamp }) }),
                '--headers',
                'Content-Type: application/json',
              ]
            : ['--headers', `Authorization: Bearer ${product.token}`]),
        ])
        if (FOUND.test(said)) findings.push(`${what}: injectable, see .cache/audit/sqlmap`)
        else if (!CLEAN.test(said)) findings.push(`${what}: did not finish: ${endOf(said)}`)
      }
    })
    return {
      tool: 'sqlmap',
      figures: [`${QUESTIONS.length} questions at level ${level}`, ...counted.figures],
      findings: [...findings, ...counted.findings],
    }
  },
}
