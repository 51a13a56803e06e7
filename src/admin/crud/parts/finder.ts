import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { loadable } from '#admin/ui/loadable.tsx'
import { DeclarationError, type FileFault } from '#model/check/fault.ts'
import type { Resource } from '#model/resource.ts'
import type { CellProps, DetailProps, ListBodyProps, PartProps, ResultProps } from './props.ts'

const KINDS = ['list', 'detail', 'parts', 'cells', 'results', 'tabs', 'panels'] as const
type Kind = (typeof KINDS)[number]
interface Props {
  list: ListBodyProps
  detail: DetailProps
  parts: PartProps
  cells: CellProps
  results: ResultProps
  tabs: DetailProps
  panels: DetailProps
}

/** Exports of src/admin/extensions/<page>/parts.tsx: components by the names in the declaration. */
export type PartsModule = { [K in Kind]?: Record<string, ComponentType<Props[K]>> }

type Drawn<K extends Kind> = (props: Props[K]) => ReactNode

/** Finds the component that a declaration names. */
export interface Parts {
  /** Returns the lazy component of a name. The same name always returns the same component. */
  component<K extends Kind>(page: string, kind: K, name: string): Drawn<K>
  /** Throws a DeclarationError of all names without a component. */
  check(resources: readonly Resource[]): Promise<void>
}

/** Creates the finder from modules: one `parts.tsx` in a folder for each page. */
export function partsFrom(modules: Record<string, () => Promise<PartsModule>>): Parts {
  const found = new Map<string, unknown>()
  const load = (page: string) =>
    modules[`./${page}/parts.tsx`]?.() ?? Promise.resolve<PartsModule>({})

  function component<K extends Kind>(page: string, kind: K, name: string) {
    const key = `${page} ${kind} ${name}`
    if (!found.has(key))
      found.set(
        key,
        loadable(
          () => load(page),
          (module) => {
            const part = module[kind]?.[name]
            if (!part) throw new DeclarationError([missing(page, kind, name)])
            return part as ComponentType<Props[K]>
          },
        ),
      )
    return found.get(key) as Drawn<K>
  }

  async function check(resources: readonly Resource[]) {
    const faults = await Promise.all(
      resources.map(async (resource) => {
        const module = await load(resource.page)
        return KINDS.flatMap((kind) =>
          namesOf(resource)
            [kind].filter((name) => !module[kind]?.[name])
            .map((name) => missing(resource.page, kind, name, resource.file)),
        )
      }),
    )
    if (faults.flat().length > 0) throw new DeclarationError(faults.flat())
  }

  return { component, check }
}

/** The current finder: the console's own (extensions/console-parts.ts), unless an entry point provides another. */
export const PartsContext = createContext<Parts | undefined>(undefined)

/** Returns the component that a declaration names. Throws without a finder. */
export function usePart<K extends Kind>(page: string, kind: K, name: string) {
  const parts = useContext(PartsContext)
  if (!parts) throw new Error('PartsContext is not set')
  return parts.component(page, kind, name)
}

/** The components that a declaration names. */
function namesOf(resource: Resource): Record<Kind, string[]> {
  const { list, inbox, detail, columns, fields, rowActions, tabs, panels } = resource
  return {
    list: list && !inbox ? [list] : [],
    detail: typeof detail === 'string' ? [detail] : [],
    parts: fields.flatMap((field) => (field.kind === 'part' ? field.part : [])),
    cells: [columns, detail]
      .flat()
      .flatMap((column) =>
        typeof column === 'object' && column.kind === 'part' ? column.part : [],
      ),
    results: rowActions.flatMap(({ shown }) => shown ?? []),
    tabs: Object.keys(tabs),
    panels: Object.keys(panels),
  }
}

function missing(page: string, kind: Kind, name: string, file?: string): FileFault {
  return {
    file: file ?? `src/resources/${page}.ts`,
    at: `${kind === 'parts' ? 'fields' : kind} '${name}'`,
    what: `'${name}' names no component`,
    fix: `export ${kind} = { '${name}': … } from src/admin/extensions/${page}/parts.tsx`,
  }
}
