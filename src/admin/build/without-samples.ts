import { type Plugin, parseSync } from 'vite'

/**
 * Vite plugin: leaves `sample` and `samples` of every declaration out of what the browser gets. They stand beside the schema
 * that they must fit; only the API's description, the demo and the suites read them.
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

/** A declaration's source without its samples; undefined when it has none. */
export function withoutSample(code: string): string | undefined {
  let cut = code
  for (const statement of parseSync('declaration.ts', code).program.body) {
    if (statement.type !== 'ExportDefaultDeclaration') continue
    const { declaration } = statement
    const [spec] = declaration.type === 'CallExpression' ? declaration.arguments : []
    if (spec?.type !== 'ObjectExpression') continue
    // From the end, so that what is cut moves nothing that is still to be cut.
    for (const one of spec.properties.toReversed()) {
      if (one.type !== 'Property' || one.key.type !== 'Identifier') continue
      if (one.key.name !== 'sample' && one.key.name !== 'samples') continue
      cut = cut.slice(0, one.start) + cut.slice(one.end).replace(/^\s*,/, '')
    }
  }
  return cut === code ? undefined : cut
}
