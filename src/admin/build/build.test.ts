import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { devEntry } from './admin-fallback.ts'
import { withDirectImports, withoutForm } from './antd-parts.ts'
import { withPlace } from './declared-at.ts'
import { withLazySchemas, withPureSchemas } from './lazy-schemas.ts'
import { withoutDescribing } from './light-zod.ts'
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

test.each(declarations)('the schemas of %s are made when somebody asks for them', (name) => {
  const code = readFileSync(`src/resources/${name}`, 'utf8')
  const lazy = withLazySchemas(withoutSample(code) ?? code) ?? ''
  expect(lazy).toContain('get create() { return schemasOfIt().create }')
  // Before that there is nothing of them, and all that is no schema stands as it stood.
  const before = lazy.slice(0, lazy.indexOf('let madeOfIt'))
  expect(before.replace(/^import .*$/gm, '')).not.toMatch(/\bz\./)
  const spec = code.slice(code.indexOf('defineResource('))
  for (const key of spec.match(/^ {2}\w+(?=:)/gm) ?? [])
    if (!['  sample', '  create', '  update', '  row'].includes(key))
      expect(before).toContain(`${key}:`)
})

test('a schema that something else of the declaration uses stays where it is', () => {
  const code = `import * as z from 'zod'
const entry = z.object({ name: z.string() })
export default defineResource({ create: entry, columns: (c) => [c.text(Object.keys(entry.shape)[0])] })`
  expect(withLazySchemas(code)).toBeUndefined()
})

test('a contract’s schemas can be left out, and its other values stay', () => {
  const code = `import * as z from 'zod'
export const PATH = '/a'
const one = z.object({ a: z.string() })
export const many = one.array()`
  expect(withPureSchemas(code)).toBe(`import * as z from 'zod'
export const PATH = '/a'
const one = /* @__PURE__ */ (() => (z.object({ a: z.string() })))()
export const many = /* @__PURE__ */ (() => (one.array()))()`)
  expect(withPureSchemas("export const PATH = '/a'")).toBeUndefined()
})

test('the browser’s zod describes no schemas, and checks them as before', () => {
  for (const file of ['json-schema-processors.js', 'to-json-schema.js']) {
    const code = readFileSync(join(dirname(require.resolve('zod')), 'v4', 'core', file), 'utf8')
    expect(withoutDescribing(code)).not.toBe(code)
    expect(withoutDescribing(code)).toContain(code.match(/export function \w+/)?.[0])
  }
  expect(() => withoutDescribing('export const other = 1')).toThrow(/has changed/)
})

test('each component of antd is imported by its own file', () => {
  expect(
    withDirectImports(
      "import { Button, ConfigProvider as Config, type ThemeConfig } from 'antd'\nimport type { X } from 'antd'",
    ),
  ).toBe(
    "import Button from 'antd/es/button'\nimport Config from 'antd/es/config-provider'\nimport type { X } from 'antd'",
  )
  expect(withDirectImports("import { Input } from 'antd'\nInput")).toContain('antd/es/input/Input')
  expect(withDirectImports("import { Input } from 'antd'\nInput.TextArea")).toContain(
    "'antd/es/input'",
  )
  expect(withDirectImports("import { Button } from '@other/antd'")).toBeUndefined()
})

test('a field of antd still needs of forms what it needed', () => {
  const code = readFileSync(require.resolve('antd/es/form/context.js'), 'utf8')
  expect(withoutForm(code)).toContain("'rc-field-form/es/FormContext'")
  expect(() => withoutForm('export const other = 1')).toThrow(/has changed/)
})
