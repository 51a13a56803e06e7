import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { devEntry } from './admin-fallback.ts'
import { withPlace } from './declared-at.ts'
import { cure } from './style-nonce.ts'
import { withoutSample } from './without-samples.ts'

const require = createRequire(import.meta.url)

test.each([
  'rc-util/es/Dom/dynamicCSS.js',
  'rc-util/lib/Dom/dynamicCSS.js',
  'rc-textarea/es/calculateNodeHeight.js',
])('the cure for %s still fits the installed version', (name) => {
  const file = require.resolve(name)
  const code = readFileSync(file, 'utf8')
  const cured = cure(file, code)
  expect(cured).toMatch(/meta\[property=csp-nonce\]|style\.cssText/)
  expect(cured).not.toBe(code)
})

test('a library that changed fails the build instead of breaking the policy later', () => {
  expect(() => cure('/x/node_modules/rc-util/es/Dom/dynamicCSS.js', 'new code')).toThrow(
    /has changed/,
  )
  expect(cure('/x/node_modules/rc-util/es/warning.js', 'code')).toBeUndefined()
})

const declarations = readdirSync('src/resources').filter(
  (name) =>
    !name.includes('test') &&
    readFileSync(`src/resources/${name}`, 'utf8').includes('defineResource('),
)

test.each(declarations)(
  'the sample of %s stays on the server, and all else reaches the browser',
  (name) => {
    const code = readFileSync(`src/resources/${name}`, 'utf8')
    const cut = withoutSample(code) ?? ''
    expect(cut).not.toMatch(/^ {2}sample:/m)
    for (const key of code.match(/^ {2}\w+(?=:)/gm) ?? [])
      if (key !== '  sample') expect(cut).toContain(`${key}:`)
  },
)

test('KIT-10 sample rows stay on the server too, however they are written', () => {
  const code = `import x from 'x'
export default defineResource({
  name: 'tags',
  samples: (random) => [{ name: random.pick(['a', 'b']) }],
  label: ['Tag', 'Tags'],
  sample: { name: 'c' },
  samples(random) { return [] }
})`
  expect(withoutSample(code)?.replace(/\s+/g, ' ')).toBe(
    "import x from 'x' export default defineResource({ name: 'tags', label: ['Tag', 'Tags'], })",
  )
})

test.each(declarations)('KIT-11 the built declaration of %s says where it stands', (name) => {
  const code = readFileSync(`src/resources/${name}`, 'utf8')
  const line = code.slice(0, code.indexOf('defineResource({')).split('\n').length
  expect(withPlace(code, `src/resources/${name}`)).toMatch(
    new RegExp(`\\}, 'src/resources/${name}:${line}'\\)\\n$`),
  )
})

test.each([
  ['/admin', '/admin.html'],
  ['/admin/users?currentPage=2', '/admin.html'],
  ['/administrator', '/index.html'],
  ['/', '/index.html'],
  ['/anything/else', '/index.html'],
  ['/favicon.svg', undefined],
  ['/src/admin/main.tsx', undefined],
  ['/api/v1/users', undefined],
])('ROUTE-01 in development %s is answered with %s', (url, entry) => {
  expect(devEntry(url)).toBe(entry)
})
