import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

const made: string[] = []
afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true })
})

/** Runs the rules over a house of the given files, as `npm run check` does over ours. */
function judge(files: Record<string, string>) {
  const house = mkdtempSync(join(tmpdir(), 'waymark-rules-'))
  made.push(house)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, name)), { recursive: true })
    writeFileSync(join(house, name), text)
  }
  const { status, stdout } = spawnSync(process.execPath, ['scripts/import-rules.mjs', house], {
    encoding: 'utf8',
  })
  return { status, stdout }
}

describe('import rules', () => {
  test('a clean house passes, comments and texts are not imports', () => {
    const { status, stdout } = judge({
      'src/model/words.ts': "// import x from '#admin/x.ts'\nexport const say = 'import axios'\n",
      'src/admin/menu.ts': "import { say } from '#model/words.ts'\nexport const menu = say\n",
    })
    expect(stdout).toContain('0 broken')
    expect(status).toBe(0)
  })

  test.each([
    ['direction', 'src/server/app.ts', "import { menu } from '#admin/pages/menu.ts'"],
    ['direction', 'src/model/words.ts', "import users from '#resources/users.ts'"],
    ['direction', 'src/landing/Page.tsx', "const lazy = () => import('#admin/App.tsx')"],
    ['direction', 'src/admin/menu.ts', "export { pool } from '#server/db/pool.ts'"],
    ['floors', 'src/admin/crud/ResourcePage.tsx', "import { Shell } from '#admin/shell/Shell.tsx'"],
    ['floors', 'src/admin/pages/home/Home.tsx', "import { Console } from '#admin/App.tsx'"],
    ['rooms-by-name', 'src/admin/menu.ts', "import { say } from '../model/words.ts'"],
    ['one-http-module', 'src/admin/session/session.ts', "import axios from 'axios'"],
    ['database-in-store', 'src/server/app.ts', "import type { Client } from 'pg'"],
    ['refine-in-admin', 'src/resources/users.ts', "import {\n  useOne,\n} from '@refinedev/core'"],
    ['browser-without-node', 'src/admin/menu.ts', "import { join } from 'node:path'"],
    ['light-pages', 'src/admin/sign-in/SignIn.tsx', "import { Button } from 'antd'"],
    ['stay-in-src', 'src/server/app.ts', "import { open } from '../../../tests/support/open.ts'"],
  ])('%s: a planted violation in %s is caught', (rule, file, text) => {
    const { status, stdout } = judge({ [file]: text })
    expect(stdout).toContain(`${rule}: ${file}`)
    expect(status).toBe(1)
  })

  test('a ring of imports is caught, a ring of types is none', () => {
    const ring = (word: string) => ({
      'src/model/a.ts': `import ${word}{ B } from './b.ts'\n`,
      'src/model/b.ts': `import ${word}{ A } from './a.ts'\n`,
    })
    expect(judge(ring('')).stdout).toContain('no-cycles: src/model/a.ts → src/model/b.ts')
    expect(judge(ring('type ')).stdout).toContain('0 broken')
  })

  test('a house without sources does not pass for a clean one', () => {
    expect(judge({ 'src/readme.md': '' }).stdout).toContain('no sources found')
  })
})
