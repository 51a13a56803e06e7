import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DeclarationError } from '#model/check/fault.ts'
import { completeRegistry } from '#model/complete.ts'
import { type Declaration, defineResource } from '#model/declaration.ts'
import careerFields from '#resources/career-fields.ts'
import mentors from '#resources/mentors.ts'
import users from '#resources/users.ts'
import { declare, RIGHT, wrongDeclarations } from '../../tests/support/wrong-declarations.ts'
import { explainDeclarations, explainUnread } from './declaration-faults.ts'

/** Not the file that its name would lead to. */
const FILE = 'src/resources/evening-classes.ts'

/** What is said of these declarations when the server starts; undefined when nothing is wrong. */
function said(declarations: readonly unknown[], source: string): string | undefined {
  try {
    completeRegistry(declarations as Declaration[])
    return undefined
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error
    return explainDeclarations(error, (file) =>
      file === FILE ? source : readFileSync(file, 'utf8'),
    )
  }
}

const others = [users, careerFields, mentors]

test('the right declaration passes', () => {
  expect(said([...others, declare(RIGHT, FILE)], RIGHT)).toBeUndefined()
})

describe('KIT-11 a wrong declaration is refused, each fault once, with file, line, field and fix', () => {
  test.each(wrongDeclarations())('$title', ({ source, says }) => {
    const [first, ...lines] = (said([...others, declare(source, FILE)], source) ?? '').split('\n')
    expect(lines).toEqual(says.map((line) => `${FILE}:${line}`))
    expect(first).toBe(
      `The declarations have ${says.length === 1 ? '1 fault' : `${says.length} faults`}, so nothing was started.`,
    )
  })

  test('what is registered twice, and what is no declaration, is told of the registry', () => {
    expect(said([users, careerFields, users, undefined], '')).toBe(
      [
        'The declarations have 2 faults, so nothing was started.',
        "src/resources/declared.ts: export 'users': stands twice. Fix: take one of the two lines away.",
        "src/resources/declared.ts: export: one is nothing, and no declaration. Fix: write export default defineResource({ … }) in its file, and export { default as tags } from './tags.ts' here.",
      ].join('\n'),
    )
  })

  test('a declaration that cannot even be read is told in one line', () => {
    const missing = "The requested module './tags.ts' does not provide an export named 'default'"
    const broken = new SyntaxError(missing)
    broken.stack = `file:///somewhere/src/resources/declared.ts:9\nexport …\n\nSyntaxError: ${missing}`
    expect(explainUnread(broken)).toBe(`src/resources/declared.ts:9: ${missing}.`)
    expect(explainUnread(new TypeError('of the program'))).toBeUndefined()
  })

  test('the faults of all declarations are told at once', () => {
    const wrong = RIGHT.replace("name: 'workshops'", "name: 'settings'").replace('Twice.', '')
    const text = said(
      [{ ...users, filter: [] }, careerFields, mentors, declare(wrong, FILE)],
      wrong,
    )
    expect(text?.match(/^src\/resources\/[\w-]+\.ts:\d+: \S+/gm)).toEqual([
      'src/resources/users.ts:18: filter:',
      `${FILE}:19: name:`,
      `${FILE}:45: unique`,
    ])
  })

  test('the declaring file is known without being told, and a spread keeps it', () => {
    const here = { ...(declareHere() as object), label: ['One', ''] }
    expect(said([here], '')).toMatch(/^src\/server\/declaration-faults\.test\.ts:\d+: label: /m)
  })
})

function declareHere(): unknown {
  return defineResource({ ...users, name: 'guests' })
}
