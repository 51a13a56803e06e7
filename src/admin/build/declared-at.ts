import { relative, sep } from 'node:path'
import { type Plugin, parseSync } from 'vite'

/**
 * Vite plugin: writes into each declaration where it stands. Code that is built into one file can no longer see
 * that from its stack.
 */
export function declaredAt(): Plugin {
  let root = process.cwd()
  return {
    name: 'waymark:declared-at',
    // The lines are those of the source.
    enforce: 'pre',
    configResolved(config) {
      root = config.root
    },
    transform: {
      filter: { id: /[\\/]src[\\/].*\.ts$/, code: /\bdefineResource\(/ },
      handler(code, id) {
        const file = relative(root, id).split(sep).join('/')
        const marked = withPlace(code, file)
        return marked === undefined ? undefined : { code: marked, map: null }
      },
    },
  }
}

/** A declaration's source with its place as second argument of `defineResource`; undefined when there is none. */
export function withPlace(code: string, file: string): string | undefined {
  for (const statement of parseSync('declaration.ts', code).program.body) {
    if (statement.type !== 'ExportDefaultDeclaration') continue
    const { declaration: call } = statement
    const [spec] = call.type === 'CallExpression' ? call.arguments : []
    if (spec?.type !== 'ObjectExpression') continue
    const line = code.slice(0, call.start).split('\n').length
    return `${code.slice(0, spec.end)}, '${file}:${line}'${code.slice(spec.end)}`
  }
  return undefined
}
