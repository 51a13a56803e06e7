import type { Rolldown } from 'vite'

/**
 * Packages that do not declare `sideEffects: false`, although importing them has none. Without this their unused
 * parts would be bundled.
 */
export const WITHOUT_EFFECTS = [
  {
    test: /node_modules[\\/](antd[\\/]es|rc-[\w-]+|@refinedev[\\/]antd|@ant-design[\\/]pro-[\w-]+|react-markdown|remark-[\w-]+|papaparse|sunflower-antd)[\\/]/,
    sideEffects: false,
  },
]

const ANTD = /[\\/]node_modules[\\/](antd|rc-[\w-]+|@rc-component|@ant-design)[\\/]/
const PAGES = [
  '/src/admin/crud/ResourcePage.tsx',
  '/src/admin/pages/home/Home.tsx',
  '/src/admin/pages/dashboards/Dashboards.tsx',
  '/src/admin/pages/analytics/Analytics.tsx',
]

/**
 * Groups the modules that pages need together: on a slow line each file costs about as much as 20 KB. Modules in no
 * group stay with the page or dialog that imports them.
 */
export function chunkGroups(root: string): Rolldown.CodeSplittingGroup[] {
  return [
    { name: 'react', priority: 2, test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
    // antd's common parts with their dependencies, so that this chunk imports none of the chunks below.
    { name: 'antd', priority: 1, test: ANTD, minShareCount: 12 },
    { name: chunkOf(root), debugName: 'console', includeDependenciesRecursively: false },
    // Libraries of some pages only, in a chunk for each set of pages, so that no page loads another's libraries.
    { name: 'part', test: (id) => !isOurs(id, root), entriesAware: true },
  ]
}

/** False for libraries and for Vite's virtual modules. */
const isOurs = (id: string, root: string) => id.startsWith(`${root}/src/`)

type NameOf = Exclude<Rolldown.CodeSplittingGroup['name'], string>

/** Returns a function that names the chunk of a module, or null where Rolldown decides. */
function chunkOf(root: string): NameOf {
  let names: Map<string, string> | undefined
  return (id, context) => {
    // All modules are known by the first call from Rolldown.
    names ??= chunksBySource(root, context)
    return names.get(id) ?? null
  }
}

function chunksBySource(root: string, context: Parameters<NameOf>[1]): Map<string, string> {
  const importsOf = (file: string) => {
    const found = new Set([root + file])
    for (const id of found)
      for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next)
    return found
  }
  const entry = importsOf('/src/admin/main.tsx')
  // Fetched by the sign-in page after its first paint.
  const client = importsOf('/src/admin/providers/http-client.ts')
  const console = importsOf('/src/admin/App.tsx')
  const pages = PAGES.map(importsOf)
  // A lazily imported module keeps its own chunk: in a group Rolldown may lose its exports.
  const isLazy = (id: string) => context.getModuleInfo(id)?.dynamicImporters.length !== 0
  const names = new Map<string, string>()
  for (const id of new Set([entry, client, console, ...pages].flatMap((ids) => [...ids]))) {
    const uses = pages.filter((page) => page.has(id)).length
    if (ANTD.test(id) || id.endsWith('/src/admin/main.tsx') || isLazy(id)) continue
    if (entry.has(id)) names.set(id, 'entry')
    else if (client.has(id)) names.set(id, 'client')
    else if (!isOurs(id, root)) {
      if (console.has(id)) names.set(id, 'library')
    } else if (console.has(id) || uses > 1) names.set(id, 'console')
    else if (pages[0]?.has(id)) names.set(id, 'list')
  }
  return names
}
