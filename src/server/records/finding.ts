import { listFilters } from '#contract/list-query.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import type { Data } from './shape.ts'

/** In what way a stored value is not what the declaration asks for. */
export type FaultKind = 'missing' | 'choice' | 'limit' | 'kind' | 'reference' | 'twice' | 'unfilled'

/** One place of one record that the declaration would refuse. */
export interface Fault {
  kind: FaultKind
  /** Dotted, a star for every position of a list. */
  path: string
  /** What is wrong, as whoever edits the record would be told. */
  words: string
  /** The choice that is no longer offered, or the resource that is referred to. */
  value?: string
}

/** What a declaration would refuse of stored records, told once for each field. */
export interface Finding extends Omit<Fault, 'path'> {
  /** The Refine name, and the words of its menu entry. */
  resource: string
  title: string
  field: string
  /** How many records. */
  count: number
  /** The first of them. */
  records: { id: string; name: string }[]
  /** The console's list of them, or of the first of them. */
  link: string
  /** Keys that are stored and that nothing reads: a field that nobody fills may have been called so. */
  strays?: readonly string[]
}

/** How many records a link names at most. */
const MOST_LINKED = 100

/** Gathers faults into findings; of each finding's records the first `most` are kept. */
export function createCollector(resource: Resource, nameOf: (data: Data) => string, most = 3) {
  const found = new Map<string, { finding: Finding; ids: string[] }>()

  const at = ({ path, ...fault }: Fault) => {
    const key = JSON.stringify([path, fault.kind, fault.value])
    const { name, title } = resource
    const known = found.get(key) ?? {
      ids: [],
      finding: { ...fault, resource: name, title, field: path, count: 0, records: [], link: '' },
    }
    found.set(key, known)
    return known
  }

  return {
    /** Takes what is wrong with a record, which counts once for each finding. */
    add(id: string, data: Data | undefined, faults: readonly Fault[]): void {
      for (const { finding, ids } of new Set(faults.map(at))) {
        finding.count += 1
        if (ids.length < MOST_LINKED) ids.push(id)
        if (finding.records.length < most)
          finding.records.push({ id, name: data ? nameOf(data) : '' })
      }
    },
    /** So many records more that are like those already told of. */
    more(fault: Fault, count: number): void {
      at(fault).finding.count += count
    },
    findings: (): Finding[] =>
      [...found.values()].map(({ finding, ids }) => ({
        ...finding,
        link: linkTo(resource, finding, ids),
      })),
  }
}

/** The list of all records with a choice where it can be filtered by, of the first hundred by their ids elsewhere. */
function linkTo(resource: Resource, { kind, field, value = '' }: Finding, ids: string[]): string {
  const list = `/admin/${resource.page}`
  if (kind === 'unfilled' || resource.hasOwnPage) return list
  const isFiltered = listFilters(resource).some((filter) => filter.path === field)
  if (kind === 'choice' && isFiltered && describe(resource.row, field)?.choices)
    return `${list}?${new URLSearchParams({ [field]: value })}`
  return `${list}?ids=${ids.slice(0, MOST_LINKED).join(',')}`
}
