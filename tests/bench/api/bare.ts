import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { createPool } from '#server/db/pool.ts'
import type { Recorded } from './recorded.ts'

/**
 * The limit: node:http and the driver alone. A request runs the statements that the product runs for it, over a
 * pool of the same size, and answers their rows. No routing, no schema, no headers, no checks.
 */
const [statementsFile = '', connection = '', size = ''] = process.argv.slice(2)
const pool = createPool({
  connection: JSON.parse(connection),
  size: Number(size),
  onError: (error) => console.error(error.message),
})

type Statement = Omit<Recorded, 'key' | 'values'> & { values: unknown[] }

/** By endpoint: what each of its recorded requests ran. */
const known = new Map<string, Statement[][]>()
for (const [key, requests] of Object.entries<Recorded[][]>(
  JSON.parse(readFileSync(statementsFile, 'utf8')),
)) {
  const opened = requests.map((statements) =>
    statements.map(({ key: _, values, ...rest }) => ({ ...rest, values: values.map(unpacked) })),
  )
  known.set(key, opened)
}

const server = createServer((request, response) => {
  const requests = known.get((request.url ?? '').slice(1)) ?? []
  const statements = requests[Math.floor(Math.random() * requests.length)]
  if (!statements) {
    response.writeHead(404).end()
    return
  }
  answer(statements).then(
    (data) => {
      const body = JSON.stringify(data)
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`http://127.0.0.1:${port}/admin`)
})

async function answer(statements: readonly Statement[]): Promise<unknown> {
  if (!statements.some(({ text }) => text.startsWith('begin')))
    return Promise.all(statements.map((one) => rowsOf(pool, one)))
  const client = await pool.connect()
  try {
    const found: unknown[] = []
    for (const one of statements) found.push(await rowsOf(client, one))
    return found
  } finally {
    client.release()
  }
}

async function rowsOf(runner: Pick<pg.ClientBase, 'query'>, one: Statement): Promise<unknown[]> {
  return (await runner.query(one)).rows
}

function unpacked(value: unknown): unknown {
  const { base64 } = Object(value) as { base64?: unknown }
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : value
}
