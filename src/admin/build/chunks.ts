import type { Rolldown } from 'vite'

/** The file of what comes with the first form or dialog. */
const CONTROLS = 'controls'

/** Libraries, and what stands in for some of theirs. */
const OF_LIBRARIES = /[\\/](node_modules|src[\\/]admin[\\/]stubs)[\\/]/

/** The pages whose code is fetched beside the console's. */
const PAGES = [
  '/src/admin/crud/ResourcePage.tsx',
  '/src/admin/pages/home/Home.tsx',
  '/src/admin/pages/dashboards/Dashboards.tsx',
  '/src/admin/pages/analytics/Analytics.tsx',
]

const OF_ANTD = /node_modules[\\/](antd|rc-[\w-]+|@rc-component|@ant-design[\\/]icons(-svg)?)[\\/]/

/** Of antd what the import alone uses: tables and selects, with what these need. It stands in the import's own file. */
const FOR_IMPORTS =
  /node_modules[\\/](antd[\\/]es[\\/](alert|checkbox|dropdown|empty|menu|pagination|radio|select|spin|table|tree)|rc-(checkbox|dropdown|menu|overflow|pagination|select|table|tree|virtual-list))[\\/]/

/** They do nothing when they are read: what nobody uses of them may be left out, which their packages do not say. */
export const WITHOUT_EFFECTS = [
  { test: /node_modules[\\/](rc-[\w-]+|antd[\\/]es)[\\/]/, sideEffects: false },
]

/**
 * Which files the console consists of. On a slow line each file costs about as much as 20 KB, so what is needed
 * together stands in one, however small its modules: what every page needs, what a list needs, and libraries,
 * which change less often than we do. The sign-in page needs React alone.
 */
export function chunkGroups(root: string): Rolldown.CodeSplittingGroup[] {
  const placed = placing(root)
  return [
    { name: 'react', priority: 2, test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
    // A few lines each, which all pages of the console share: one request instead of five.
    {
      name: 'base',
      priority: 3,
      test: /src[\\/](admin[\\/](ui[\\/](storage|watched|reload)|http[\\/](session|backend|session-calls|authenticate)|wire[\\/](boxes|reading)|format[\\/](translate|language))|contract[\\/](session|api|account)|model[\\/](paths|plural))\.ts$/,
    },
    // Their dependencies are theirs already, or the entry's.
    { name: placed, debugName: 'the first rows', includeDependenciesRecursively: false },
    // What comes with the first form or dialog.
    {
      name: CONTROLS,
      test: (id) => OF_ANTD.test(id) && !FOR_IMPORTS.test(id),
    },
  ]
}

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1]

/** Says of a module in which of our own files it stands; null where that is left to Rolldown. */
function placing(root: string): (id: string, context: Context) => string | null {
  // Rolldown asks when it knows all modules.
  let places: ReadonlyMap<string, string> | undefined
  return (id, context) => {
    places ??= placesIn(root, context)
    return places.get(id) ?? null
  }
}

function placesIn(root: string, context: Context): Map<string, string> {
  const reach = (file: string, seen = new Set<string>()) => {
    const wanted = [root.replaceAll('\\', '/') + file]
    for (const id of wanted) {
      if (seen.has(id)) continue
      seen.add(id)
      wanted.push(...(context.getModuleInfo(id)?.importedIds ?? []))
    }
    return seen
  }
  const entry = reach('/src/admin/main.tsx')
  // The sign-in page fetches it after its first paint, and nothing else with it.
  const client = reach('/src/admin/http/http.ts')
  const console = reach('/src/admin/Console.tsx')
  const pages = PAGES.map((file) => reach(file))
  const [list = new Set<string>()] = pages
  const all = new Set([...client, ...console, ...pages.flatMap((page) => [...page])])
  const places = new Map<string, string>()
  for (const id of all) {
    if (entry.has(id)) continue
    const isShared = pages.filter((page) => page.has(id)).length > 1
    if (client.has(id)) places.set(id, 'client')
    else if (OF_LIBRARIES.test(id)) places.set(id, 'library')
    else if (console.has(id) || isShared) places.set(id, 'console')
    else if (list.has(id)) places.set(id, 'list')
  }
  return places
}
