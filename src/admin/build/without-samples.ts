import { type Plugin, parseSync } from 'vite'

/**
 * Vite plugin: leaves the `sample` of every declaration out of what the browser gets. It stands beside the schema
 * that it must fit; only the API's description and the suites read it.
 */
export function withoutSamples(): Plugin {
  return {
    name: 'waymark:without-samples',
    // Nor is one made up there.
    load: {
      filter: { id: /[\\/]src[\\/]model[\\/]sample\.ts$/ },
      handler: () => 'export const sampleFrom = () => ({})',
    },
    transform: {
      filter: { id: /[\\/]src[\\/]resources[\\/][\w-]+\.ts$/ },
      handler(code) {
        const cut = withoutSample(code)
        return cut === undefined ? undefined : { code: cut, map: null }
      },
    },
  }
}

/** A declaration's source without its sample; undefined when it has none. */
export function withoutSample(code: string): string | undefined {
  for (const statement of parseSync('declaration.ts', code).program.body) {
    if (statement.type !== 'ExportDefaultDeclaration') continue
    const { declaration } = statement
    const [spec] = declaration.type === 'CallExpression' ? declaration.arguments : []
    if (spec?.type !== 'ObjectExpression') continue
    for (const one of spec.properties) {
      if (one.type !== 'Property' || one.key.type !== 'Identifier' || one.key.name !== 'sample')
        continue
      const after = code.slice(one.end).replace(/^\s*,/, '')
      return code.slice(0, one.start) + after
    }
  }
  return undefined
}
