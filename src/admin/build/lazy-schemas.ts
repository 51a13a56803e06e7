import { type ESTree, type Plugin, parseSync } from 'vite'

const SCHEMAS = ['zod', '#model/schema.ts', '#model/references.ts']
const LAZY = ['create', 'update', 'row']

/**
 * Vite plugin: a declaration's schemas are made when somebody asks for them. To make those of all resources takes a
 * good part of the console's start, and a page needs those of one or two. Of the contracts' schemas the browser has
 * only those that it asks.
 */
export function lazySchemas(): Plugin {
  return {
    name: 'waymark:lazy-schemas',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]src[\\/](resources|contract)[\\/].*\.ts$/ },
      handler(code, id) {
        const isContract = /[\\/]src[\\/]contract[\\/]/.test(id)
        const lazy = isContract ? withPureSchemas(code) : withLazySchemas(code)
        return lazy === undefined ? undefined : { code: lazy, map: null }
      },
    },
  }
}

/**
 * A declaration's source with getters for its schemas, and what only they are made of behind them. Undefined where
 * there is nothing to gain, or where a schema is used elsewhere, too: then it stays as it is.
 */
export function withLazySchemas(code: string): string | undefined {
  const { body } = parseSync('declaration.ts', code).program
  const spec = specIn(body)
  if (!spec) return undefined
  const makers = new Set(body.flatMap(namesOfMakers))
  const parts: ESTree.VariableDeclaration[] = []
  const names = new Set<string>()
  for (const statement of body) {
    if (statement.type !== 'VariableDeclaration') continue
    if (!namesIn(statement).some((name) => makers.has(name) || names.has(name))) continue
    parts.push(statement)
    for (const { id } of statement.declarations) if (id.type === 'Identifier') names.add(id.name)
  }
  const lazy = spec.properties.filter(isLazy)
  const others = [
    ...body.filter((one) => !(parts as unknown[]).includes(one) && !holds(one, spec)),
    ...spec.properties.filter((one) => !(lazy as unknown[]).includes(one)),
  ]
  if (lazy.length === 0 || others.some((one) => namesIn(one).some((name) => names.has(name))))
    return undefined
  const textOf = ({ start, end }: { start: number; end: number }) => code.slice(start, end)
  const made = lazy.map((one) => `${keyOf(one)}: ${textOf(one.value)}`)
  const cuts = [
    ...parts.map((one) => ({ ...place(one), put: '' })),
    ...lazy.map((one) => ({
      ...place(one),
      put: `get ${keyOf(one)}() { return schemasOfIt().${keyOf(one)} }`,
    })),
  ].sort((one, other) => other.start - one.start)
  const rest = cuts.reduce(
    (text, { start, end, put }) => text.slice(0, start) + put + text.slice(end),
    code,
  )
  return `${rest}
let madeOfIt
function schemasOfIt() {
  if (madeOfIt) return madeOfIt
  ${parts.map(textOf).join('\n  ')}
  return (madeOfIt = { ${made.join(', ')} })
}
`
}

/**
 * A module's source with each schema said to have no effect but itself, so that the build may leave it out. Undefined
 * when there is none.
 */
export function withPureSchemas(code: string): string | undefined {
  const { body } = parseSync('contract.ts', code).program
  const makers = new Set(body.flatMap(namesOfMakers))
  const schemas = body.flatMap((statement) => {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ id, init }) => {
      const isSchema = init && namesIn(init).some((name) => makers.has(name))
      if (id.type !== 'Identifier' || !isSchema) return []
      makers.add(id.name)
      return [init]
    })
  })
  // From the end, so that what is put in moves nothing that is still to be changed.
  return schemas.toReversed().reduce<string | undefined>((text = code, { start, end }) => {
    const made = `/* @__PURE__ */ (() => (${code.slice(start, end)}))()`
    return text.slice(0, start) + made + text.slice(end)
  }, undefined)
}

type Node = ESTree.Node
type Lazy = ESTree.ObjectProperty & { key: { name: string } }

function specIn(body: readonly Node[]): ESTree.ObjectExpression | undefined {
  for (const statement of body) {
    if (statement.type !== 'ExportDefaultDeclaration') continue
    const { declaration: call } = statement
    const [spec] = call.type === 'CallExpression' ? call.arguments : []
    return spec?.type === 'ObjectExpression' ? spec : undefined
  }
  return undefined
}

function namesOfMakers(statement: Node): string[] {
  if (statement.type !== 'ImportDeclaration' || !SCHEMAS.includes(statement.source.value)) return []
  return statement.specifiers.map(({ local }) => local.name)
}

function isLazy(one: Node): one is Lazy {
  if (one.type !== 'Property' || one.computed || one.method || one.kind !== 'init') return false
  return one.key.type === 'Identifier' && LAZY.includes(one.key.name)
}

const keyOf = ({ key }: Lazy): string => key.name
const place = ({ start, end }: { start: number; end: number }) => ({ start, end })

function holds({ start, end }: Node, inner: Node): boolean {
  return start <= inner.start && inner.end <= end
}

/** The names that a piece of source uses; those of keys and members are none. */
function namesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, name, computed, ...parts } = node as Record<string, unknown>
  if (type === 'Identifier') return [String(name)]
  return Object.entries(parts).flatMap(([key, part]) => {
    const isName = (key === 'key' || key === 'property') && computed !== true
    return isName ? [] : namesIn(part)
  })
}
