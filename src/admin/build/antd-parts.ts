import { type Plugin, parseSync } from 'vite'

/** Exports that are not the default of a folder of their name. */
const ELSEWHERE: Readonly<Record<string, (local: string) => string>> = {
  unstableSetRender: (local) =>
    `import { unstableSetRender as ${local} } from 'antd/es/config-provider/UnstableContext'`,
}
/** Where a component stands without those that hang on it: `Input` without `Input.TextArea`. */
const ALONE: Readonly<Record<string, string>> = { Input: 'input/Input' }

/**
 * Vite plugin: `import { Button } from 'antd'` leads to the file of the button, not to that of all components. Nothing
 * is smaller by that, but the build sees which page needs which of them, and puts them into files accordingly.
 */
export function antdParts(): Plugin {
  return {
    name: 'waymark:antd-parts',
    apply: 'build',
    transform: {
      filter: {
        id: /[\\/]src[\\/]admin[\\/].*\.tsx?$|v5-patch-for-react-19/,
        code: /['"]antd['"]/,
      },
      handler(code) {
        const direct = withDirectImports(code)
        return direct === undefined ? undefined : { code: direct, map: null }
      },
    },
  }
}

/** A module's source that imports each component by its own file; undefined when it imports none. */
export function withDirectImports(code: string): string | undefined {
  let done = code
  for (const statement of parseSync('module.tsx', code).program.body.toReversed()) {
    if (statement.type !== 'ImportDeclaration' || statement.source.value !== 'antd') continue
    if (statement.importKind === 'type') continue
    const lines = statement.specifiers.flatMap((one) => {
      if (one.type !== 'ImportSpecifier' || one.importKind === 'type') return []
      const name = one.imported.type === 'Identifier' ? one.imported.name : one.imported.value
      const local = one.local.name
      const isAlone = !new RegExp(`\\b${local}\\.\\w`).test(code)
      const file = (isAlone && ALONE[name]) || folderOf(name)
      return [ELSEWHERE[name]?.(local) ?? `import ${local} from 'antd/es/${file}'`]
    })
    done = done.slice(0, statement.start) + lines.join('\n') + done.slice(statement.end)
  }
  return done === code ? undefined : done
}

/** A field asks whether it stands in a form: the form itself need not be there for that. Throws when antd has changed. */
export function withoutForm(code: string): string {
  const light = code.replace("from 'rc-field-form'", "from 'rc-field-form/es/FormContext'")
  if (light === code)
    throw new Error('antd has changed: look again at what its fields need of forms')
  return light
}

/** ConfigProvider is in config-provider. */
function folderOf(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()
}
