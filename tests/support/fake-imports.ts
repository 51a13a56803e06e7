import type { ColumnsBody, Import, ImportRow } from '#contract/imports.ts'

interface Answer {
  status: number
  body?: unknown
}

const ADDRESS = /^\S+@\S+\.\S+$/
const HEADS = ['Email', 'First Name', 'Note']
const FIELDS = [
  { path: '_id', label: 'ID', isRequired: false, hint: 'the ID of a user' },
  { path: 'email', label: 'Email', isRequired: true, hint: 'an address' },
  { path: 'firstName', label: 'First Name', isRequired: true, hint: 'a text' },
  { path: 'lastName', label: 'Last Name', isRequired: true, hint: 'a text' },
  { path: 'password', label: 'Password', isRequired: false, hint: 'a password' },
]

/**
 * The routes of imports in memory, for tests of components: a file of users with an address, a first name and a note,
 * of which some are stored. Rows are rehearsed so many at a time.
 */
export function fakeImports(
  rows: readonly string[][],
  stored: Readonly<Record<string, string>>,
  piece = rows.length,
) {
  const cells = rows.map((row) => [...row])
  const asked: string[] = []
  /** Answered in place of what would be, one after the other, to calls that begin so. */
  const faults: [call: string, answer: Answer | 'none'][] = []
  let isThere = true
  let about: Import = {
    ...{ id: 'i1', resource: 'users', file: 'people.csv', format: 'csv', state: 'read' },
    ...{ at: '2026-11-20T08:00:00.000Z', fields: FIELDS, rows: rows.length, done: 0 },
    columns: HEADS.map((header, at) => ({
      header,
      field: [FIELDS[1]?.path, FIELDS[2]?.path][at] ?? null,
      sample: cells.map((row) => row[at] ?? '').slice(0, 3),
    })),
    by: 'email',
    keys: FIELDS.slice(0, 2),
    reading: {
      ...{ encoding: 'utf-8', separator: 'comma', headLine: 1 },
      preview: [HEADS, ...cells].map((line, at) => ({ line: at + 1, cells: line })),
    },
    counts: { waiting: rows.length, create: 0, update: 0, unchanged: 0, refused: 0 },
  }

  const planned = (at: number): ImportRow => {
    const row = { line: at + 2, cells: cells[at] ?? [] }
    const [email = '', name = ''] = row.cells
    if (!ADDRESS.test(email))
      return {
        ...row,
        state: 'refused',
        faults: [{ column: 0, message: 'Email must be an address.' }],
      }
    const was = stored[email]
    if (was === undefined) return { ...row, state: 'create', faults: [] }
    const found = { ...row, id: email, name: was, faults: [] }
    if (was === name) return { ...found, state: 'unchanged' }
    return { ...found, state: 'update', fields: { firstName: { was, is: name } } }
  }
  const count = (done: number, state: Import['state']) => {
    const counts = { waiting: rows.length - done, create: 0, update: 0, unchanged: 0, refused: 0 }
    for (let at = 0; at < done; at += 1) counts[planned(at).state] += 1
    about = { ...about, done, state, counts }
    return about
  }

  function answer(call: string, query: URLSearchParams, body: unknown): Answer {
    const line = Number(/rows\/(\d+)$/.exec(call)?.[1])
    switch (call.replace(`/users/imports/${about.id}`, '').replace(/\/\d+$/, '/n')) {
      case 'GET ':
        return { status: 200, body: about }
      case 'DELETE ':
        isThere = false
        return { status: 204 }
      case 'PUT /columns': {
        const given = body as ColumnsBody
        const columns = about.columns.map((one, at) => ({
          ...one,
          field: given.columns[at] ?? null,
        }))
        about = { ...about, columns, by: given.by }
        for (const name of ['numbers', 'dates'] as const)
          if (about[name] && given[name])
            about = { ...about, [name]: { ...about[name], form: given[name], isDetected: false } }
        return { status: 200, body: count(0, 'read') }
      }
      case 'POST /plan': {
        const done = Math.min(about.done + piece, rows.length)
        return { status: 200, body: count(done, done < rows.length ? 'planning' : 'planned') }
      }
      case 'GET /rows': {
        const all = cells.map((_, at) => planned(at))
        const state = query.get('state')
        const found = all.filter((one) => state === null || one.state === state)
        const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
        const pagination = { page, limit, total: found.length }
        return {
          status: 200,
          body: { rows: found.slice((page - 1) * limit, page * limit), pagination },
        }
      }
      case 'PATCH /rows/n': {
        for (const [column, text] of Object.entries((body as { cells: object }).cells))
          cells[line - 2]?.splice(Number(column), 1, String(text))
        count(rows.length, 'planned')
        return { status: 200, body: planned(line - 2) }
      }
      case 'POST /apply':
        about = { ...about, state: 'applying', done: 0 }
        return { status: 202, body: about }
      default:
        return { status: 404, body: { error: { message: 'Not found' } } }
    }
  }

  return {
    asked,
    faults,
    now: () => about,
    /** The server goes on by itself. */
    become: (next: Partial<Import>) => {
      about = { ...about, ...next }
    },
    vanish: () => {
      isThere = false
    },
    /** In the place of the browser's own. */
    async fetch(request: Request): Promise<Response> {
      const url = new URL(request.url)
      const call = `${request.method} ${url.pathname.replace('/api/v1', '')}`
      const text = await request.text()
      asked.push(`${call}${url.search}${text && ` ${text}`}`)
      const place = faults.findIndex(([begin]) => call.startsWith(begin))
      const [fault] = place === -1 ? [] : faults.splice(place, 1)
      if (fault?.[1] === 'none') throw new TypeError('Failed to fetch')
      const isOwn = call.includes(`/users/imports/${about.id}`)
      const given =
        fault?.[1] ??
        (isOwn && !isThere
          ? { status: 404, body: { error: { message: 'Gone' } } }
          : answer(call, url.searchParams, text ? JSON.parse(text) : undefined))
      return new Response(given.body === undefined ? null : JSON.stringify(given.body), {
        status: given.status,
        headers: { 'content-type': 'application/json' },
      })
    },
  }
}
