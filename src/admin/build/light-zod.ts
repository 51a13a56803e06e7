import { type Plugin, parseSync } from 'vite'

/** What makes JSON Schemas: every schema of zod brings its part of it, and only the server describes the API. */
const DESCRIBES = /Processor$|^create\w*JSONSchemaMethod$/

/** Vite plugin: leaves out of the browser's zod what describes schemas as JSON Schema, 30 KB of source. */
export function lightZod(): Plugin {
  return {
    name: 'waymark:light-zod',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/ },
      handler: (code) => ({ code: withoutDescribing(code), map: null }),
    },
  }
}

/** The module with functions in the place of those that describe, which do nothing. */
export function withoutDescribing(code: string): string {
  let cut = code
  // From the end, so that what is cut moves nothing that is still to be cut.
  for (const statement of parseSync('zod.js', code).program.body.toReversed()) {
    if (statement.type !== 'ExportNamedDeclaration') continue
    const { declaration } = statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations)
      if (id.type === 'Identifier' && DESCRIBES.test(id.name) && init)
        cut = `${cut.slice(0, init.start)}() => () => undefined${cut.slice(init.end)}`
  }
  if (cut === code) throw new Error('zod has changed: look again at what describes its schemas')
  return cut
}
