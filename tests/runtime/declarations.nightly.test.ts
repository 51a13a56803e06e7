import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { copySources } from '../support/variant.ts'

// Starting processes takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const FILE = 'src/resources/settings.ts'

const DECLARATION = `import * as z from 'zod'
import { defineResource } from '#model/declaration.ts'
import { requiredText } from '#model/schema.ts'

export default defineResource({
  name: 'settings',
  label: ['Class', 'Classes'],
  recordName: 'title',
  create: z.object({ title: requiredText() }),
  sample: { title: 'Welding' },
  columns: (c) => [c.text('titel', 'Title')],
  fields: (f) => [f.text('title', 'Title')],
})
`

/** The whole output of both commands. */
const ERRORS = `The server did not start because the declarations have errors.
${FILE}: name: /admin/settings is a page of the console. Fix: give it another name.
${FILE}: columns 'Title': a row has no 'titel'. Fix: write a path of the row.
`

let copy: ReturnType<typeof copySources>

beforeAll(() => {
  copy = copySources()
  writeFileSync(join(copy.folder, FILE), DECLARATION)
  const registry = join(copy.folder, 'src/resources/declared.ts')
  appendFileSync(registry, "export { default as classes } from './settings.ts'\n")
})
afterAll(() => copy.remove())

/** Runs npm in the copy. `npm run dev` waits for changes, so it is stopped after its message. */
async function run(words: readonly string[]): Promise<{ said: string; code: number }> {
  const child = spawn('npm', words, {
    cwd: copy.folder,
    env: { ...process.env, PORT: '0', DATABASE_URL: '', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text
      if (said.includes('started again when')) child.kill('SIGTERM')
    })
  const [code] = await once(child, 'close')
  return { said, code }
}

test.each([[['start']], [['run', 'dev']]])(
  'npm %j with wrong declarations exits with 1 and names file and field once',
  async (words) => {
    const { said, code } = await run(words)
    expect(said).toContain(ERRORS)
    expect(said.split(FILE)).toHaveLength(3)
    expect(said).not.toMatch(/^ +at /m)
    expect(code).toBe(1)
  },
)
