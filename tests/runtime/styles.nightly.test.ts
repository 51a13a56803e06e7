import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

const made: string[] = []
afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true })
})

/** Judges a house of the given files, as `npm run check` does ours. */
function judge(files: Record<string, string>) {
  const house = mkdtempSync(join(tmpdir(), 'waymark-styles-'))
  made.push(house)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, name)), { recursive: true })
    writeFileSync(join(house, name), text)
  }
  const { status, stdout } = spawnSync(process.execPath, ['scripts/checks/styles.mjs', house], {
    encoding: 'utf8',
  })
  return { status, stdout }
}

const clean = {
  'src/admin/ui/theme/base.css': '.sr-only {\n  position: absolute;\n}\n',
  'src/admin/ui/Badge.module.css':
    '/* Not .this. */\n.badge:hover > .dot {\n  margin-inline-start: 0.5em;\n}\n',
  'src/admin/ui/Badge.tsx':
    'import css from \'./Badge.module.css\'\nexport const one = <i className={css.badge}><b className={css.dot} /><b className="sr-only" /></i>\n',
}

describe('style rules', () => {
  test('a clean house passes: comments, sizes and the base sheet are no findings', () => {
    const { status, stdout } = judge(clean)
    expect(stdout).toContain('0 findings')
    expect(status).toBe(0)
  })

  test.each([
    ['logical-sides', 'src/admin/ui/A.module.css', '.a {\n  padding-left: 4px;\n}\n'],
    ['logical-sides', 'src/admin/ui/A.module.css', '.a {\n  text-align: right;\n}\n'],
    ['logical-sides', 'src/admin/ui/A.module.css', '.a {\n  left: 0;\n}\n'],
    ['used-classes', 'src/admin/ui/A.module.css', '.a {\n  color: red;\n}\n'],
    ['known-classes', 'src/admin/ui/Other.tsx', "import css from './Badge.module.css'\ncss.word\n"],
    ['known-classes', 'src/admin/ui/Other.tsx', "import css from './Gone.module.css'\ncss.word\n"],
    [
      'one-folder',
      'src/admin/crud/List.tsx',
      "import css from '../ui/Badge.module.css'\ncss.dot\n",
    ],
    ['no-global-classes', 'src/admin/crud/List.tsx', '<p className="crud-grey" />\n'],
    ['no-global-classes', 'src/admin/crud/list.css', '.crud-grey {\n}\n'],
    ['one-name', 'src/admin/wire/Badge.module.css', ''],
  ])('%s: a planted violation in %s is caught', (rule, file, text) => {
    const { status, stdout } = judge({ ...clean, [file]: text })
    expect(stdout).toContain(`${rule}: ${file}`)
    expect(status).toBe(1)
  })

  test('a house without style sheets does not pass for a clean one', () => {
    expect(judge({ 'src/readme.md': '' }).stdout).toContain('no style sheets found')
  })
})
