import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_BASE } from '#contract/api.ts'
import type { Connection } from '#server/db/pool.ts'
import { signIn } from '../../support/product.ts'
import type { Endpoint } from './endpoints.ts'
import { type Program, startProgram } from './programs.ts'
import { RECORD_HEADER, type Recorded } from './recorded.ts'

/** Where node --import finds TypeScript. */
const TSX = ['--import', 'tsx']

/** By endpoint: the statements of each request that was recorded. */
type Statements = Record<string, Recorded[][]>

/**
 * Asks the product once for everything that is measured and writes down the statements of each answer. Each is
 * asked for twice, and the second time counts: what the product remembers for a while, the limit need not ask
 * for. Takes the product's environment, and what to do in it before. The server ends after that.
 */
export async function recordStatements(
  env: NodeJS.ProcessEnv,
  folder: string,
  prepare: (url: string, token: string) => Promise<readonly Endpoint[]>,
): Promise<{ endpoints: readonly Endpoint[]; token: string; statements: Statements }> {
  const file = join(folder, 'recorded.ndjson')
  writeFileSync(file, '')
  const program = await startProgram(
    [...TSX, '--import', './tests/bench/api/record.ts', 'dist/server/main.js'],
    { ...env, BENCH_RECORD_TO: file },
  )
  try {
    const { token } = await signIn(program.url)
    const endpoints = await prepare(program.url, token)
    const statements: Statements = {}
    for (const { name, paths } of endpoints) {
      statements[keyOf(name)] = []
      for (const [at, path] of paths.entries()) {
        const key = `${keyOf(name)}-${at}`
        const ask = async (headers: Record<string, string>) => {
          const answer = await fetch(`${program.url}${API_BASE}${path}`, {
            headers: { authorization: `Bearer ${token}`, ...headers },
          })
          const said = await answer.text()
          if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${said}`)
        }
        await ask({})
        await ask({ [RECORD_HEADER]: key })
        const lines = readFileSync(file, 'utf8').trim().split('\n')
        const all = lines.filter(Boolean).map((line): Recorded => JSON.parse(line))
        statements[keyOf(name)]?.push(all.filter((one) => one.key === key))
      }
    }
    return { endpoints, token, statements }
  } finally {
    await program.stop()
  }
}

/** Starts the bare handler over these statements. */
export function startBare(
  statements: Statements,
  connection: Connection,
  size: number,
  folder: string,
): Promise<Program> {
  const file = join(folder, 'statements.json')
  writeFileSync(file, JSON.stringify(statements))
  const entry = './tests/bench/api/bare.ts'
  return startProgram([...TSX, entry, file, JSON.stringify(connection), String(size)])
}

/** An endpoint's name as the bare handler's path. */
export function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
