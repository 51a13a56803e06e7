import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { createPool } from '#server/db/pool.ts'
import type { Recorded } from './recorded.ts'

/**
 * The bare handler: node:http and the driver alone. It runs the statements that the product runs for a request, on a
 * pool of the same size, and answers their rows. It has no routing, schemas, headers or checks.
 */
const [statementsFile = '', connection = '', size = ''] = process.argv.slice(2)
const pool = createPool({
  connection: JSON.parse(connection),
  size: Number(size),
  onError: (error) => console.error(error.message),
})

type Statement = Omit<Recorded, 'key'>

/** By endpoint: the statements of each recorded request. */
const endpoints: Record<string, Recorded[][]> = JSON.parse(readFileSync(statementsFile, 'utf8'))
const requests = new Map<string, Statement[][]>(
  Object.entries(endpoints).map(([key, all]) => [
    key,
    all.map((statements) =>
      statements.map(({ key: _, values, ...rest }) => ({ ...rest, values: values.map(decode) })),
    ),
  ]),
)

const server = createServer((request, response) => {
  const choices = requests.get((request.url ?? '').slice(1)) ?? []
  const statements = choices[Math.floor(Math.random() * choices.length)]
  if (!statements) {
    response.writeHead(404).end()
    return
  }
  run(statements).then(
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

async function run(statements: readonly Statement[]): Promise<unknown> {
  if (!statements.some(({ text }) => text.startsWith('begin')))
    return Promise.all(statements.map((statement) => rowsOf(pool, statement)))
  const client = await pool.connect()
  try {
    const results: unknown[] = []
    for (const statement of statements) results.push(await rowsOf(client, statement))
    return results
  } finally {
    client.release()
  }
}

async function rowsOf(
  runner: Pick<pg.ClientBase, 'query'>,
  statement: Statement,
): Promise<unknown[]> {
  return (await runner.query(statement)).rows
}

function decode(value: unknown): unknown {
  const { base64 } = Object(value) as { base64?: unknown }
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : value
}
