import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { loadable } from '#admin/ui/loadable.tsx'
import { DeclarationError, type FileFault } from '#model/check/fault.ts'
import type { Resource } from '#model/resource.ts'
import type { CellProps, DetailProps, ListBodyProps, PartProps, ResultProps } from './props.ts'

/** What src/admin/parts/<page>/parts.tsx exports: components under the names its declaration writes. */
export interface PartsModule {
  list?: Record<string, ComponentType<ListBodyProps>>
  detail?: Record<string, ComponentType<DetailProps>>
  parts?: Record<string, ComponentType<PartProps>>
  cells?: Record<string, ComponentType<CellProps>>
  results?: Record<string, ComponentType<ResultProps>>
  tabs?: Record<string, ComponentType<DetailProps>>
  panels?: Record<string, ComponentType<DetailProps>>
}

type Kind = keyof PartsModule
type Props = {
  list: ListBodyProps
  detail: DetailProps
  parts: PartProps
  cells: CellProps
  results: ResultProps
  tabs: DetailProps
  panels: DetailProps
}
type Drawn<K extends Kind> = (props: Props[K]) => ReactNode
type Found = { [K in Kind]: Map<string, Drawn<K>> }
type Modules = Record<string, () => Promise<PartsModule>>

/** Finds the component that a declaration names. */
export interface Parts {
  /** The lazy component behind a name. The same name always gives the same component. */
  component<K extends Kind>(page: string, kind: K, name: string): Drawn<K>
  /** Throws a DeclarationError for each name without a component and each component without a name. */
  check(resources: readonly Resource[]): Promise<void>
}

/** Makes the finder from a folder of modules: one `parts.tsx` in a folder for each page. */
export function partsFrom(modules: Modules): Parts {
  const found: Found = {
    list: new Map(),
    detail: new Map(),
    parts: new Map(),
    cells: new Map(),
    results: new Map(),
    tabs: new Map(),
    panels: new Map(),
  }
  const load = (page: string) =>
    modules[`./${page}/parts.tsx`]?.() ?? Promise.resolve<PartsModule>({})

  function component<K extends Kind>(page: string, kind: K, name: string) {
    const known = found[kind].get(`${page}/${name}`)
    if (known) return known
    const made = loadable(
      () => load(page),
      (module) => {
        const part = module[kind]?.[name]
        if (!part) throw new DeclarationError([missing(page, kind, name)])
        return part as ComponentType<Props[K]>
      },
    )
    found[kind].set(`${page}/${name}`, made)
    return made
  }

  async function check(resources: readonly Resource[]) {
    const folders = Object.keys(modules).map((file) => file.split('/')[1] ?? '')
    const pages = new Set([...resources.map(({ page }) => page), ...folders])
    const faults = await Promise.all(
      [...pages].map(async (page) => {
        const resource = resources.find((one) => one.page === page)
        const wanted = namesOf(resource)
        const there = componentsOf(await load(page))
        return [
          ...without(wanted, there).map(([kind, name]) =>
            missing(page, kind, name, resource?.file),
          ),
          ...without(there, wanted).map(([kind, name]) =>
            unnamed(page, kind, name, resource?.file),
          ),
        ]
      }),
    )
    if (faults.flat().length > 0) throw new DeclarationError(faults.flat())
  }

  return { component, check }
}

/** The finder in force: the console's own (parts/console-parts.ts), unless an entry brings another. */
export const PartsContext = createContext<Parts | undefined>(undefined)

/** The component that a declaration names. Throws where no finder is in force. */
export function usePart<K extends Kind>(page: string, kind: K, name: string) {
  const parts = useContext(PartsContext)
  if (!parts) throw new Error('No finder of parts is in force')
  return parts.component(page, kind, name)
}

type Named = readonly [kind: Kind, name: string]

function namesOf(resource: Resource | undefined): Named[] {
  if (!resource) return []
  const parts = resource.fields.flatMap((field) => (field.kind === 'part' ? [field.part] : []))
  const columns = [resource.columns, resource.detail].flat()
  const cells = columns.flatMap((column) =>
    typeof column === 'object' && column.kind === 'part' ? [column.part] : [],
  )
  const results = resource.rowActions.flatMap(({ shown }) => shown ?? [])
  return [
    ...(resource.list && !resource.inbox ? [['list', resource.list] as const] : []),
    ...(typeof resource.detail === 'string' ? [['detail', resource.detail] as const] : []),
    ...[...new Set(parts)].map((part) => ['parts', part] as const),
    ...[...new Set(cells)].map((cell) => ['cells', cell] as const),
    ...[...new Set(results)].map((result) => ['results', result] as const),
    ...Object.keys(resource.tabs).map((tab) => ['tabs', tab] as const),
    ...Object.keys(resource.panels).map((panel) => ['panels', panel] as const),
  ]
}

function componentsOf(module: PartsModule): Named[] {
  const kinds = ['list', 'detail', 'parts', 'cells', 'results', 'tabs', 'panels'] as const
  return kinds.flatMap((kind) =>
    Object.keys(module[kind] ?? {}).map((name) => [kind, name] as const),
  )
}

function without(some: readonly Named[], others: readonly Named[]): readonly Named[] {
  return some.filter((one) => !others.some((other) => one.join() === other.join()))
}

const declarationOf = (page: string) => `src/resources/${page}.ts`

function missing(page: string, kind: Kind, name: string, file = declarationOf(page)): FileFault {
  return {
    file,
    at: `${kind === 'parts' ? 'fields' : kind} '${name}'`,
    what: `'${name}' names no component`,
    fix: `export ${kind} = { '${name}': … } from src/admin/parts/${page}/parts.tsx`,
  }
}

function unnamed(page: string, kind: Kind, name: string, file = declarationOf(page)): FileFault {
  return {
    file: `src/admin/parts/${page}/parts.tsx`,
    at: `${kind}.${name}`,
    what: 'nothing names it',
    fix: `name it in ${file}, or take it away`,
  }
}
