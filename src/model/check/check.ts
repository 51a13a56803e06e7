import type { Declaration } from '../declaration.ts'
import { declaredIn } from '../declared-at.ts'
import type { Resource } from '../resource.ts'
import { accessFaults } from './access.ts'
import { actionFaults } from './actions.ts'
import { columnFaults, detailFaults } from './columns.ts'
import { computedFaults } from './computed.ts'
import { DeclarationError, type Fault, type FileFault } from './fault.ts'
import { fieldFaults, unfillable } from './fields.ts'
import { inboxFaults } from './inbox.ts'
import { wordFaults } from './known-words.ts'
import { nameFaults } from './names.ts'
import { needFaults } from './needs.ts'
import { pathFaults, recordNameFaults, searchFaults } from './paths.ts'
import { registryFaults } from './registry.ts'
import { renamedFaults } from './renamed.ts'
import { asMeant, kitFaults, shapeFaults, unknownKeys } from './shape.ts'
import { ownKeyFaults, storedFaults } from './stored.ts'
import { bodyFaults, sampleFaults } from './whole.ts'

/** Where the program is told of the declarations. */
const NAMING: readonly string[] = ['name', 'label', 'api.path', 'api.create']
const REGISTRY = 'src/resources/declared.ts'

/**
 * Completes the declarations and gives the resources. Throws a DeclarationError with all faults of all of them; of
 * one that cannot be completed, what it lacks.
 */
export function checked(
  declarations: readonly Declaration[],
  complete: (spec: Declaration) => Resource,
): readonly Resource[] {
  const faults: FileFault[] = []
  const resources: Resource[] = []
  for (const [index, given] of declarations.entries()) {
    const entry = entryFault(declarations, index)
    if (entry) {
      faults.push(entry)
      continue
    }
    const { file, line } = declaredIn(given)
    const tell = (found: readonly Fault[]): number =>
      faults.push(...found.map((fault) => ({ file, line, ...fault })))
    tell(unknownKeys(given))
    const spec = asMeant(given)
    const shape = shapeFaults(spec)
    // What is no list of entries could not be looked through.
    const unfit = shape.length > 0 ? shape : kitFaults(spec)
    tell(unfit)
    if (unfit.length > 0) continue
    const resource = complete(spec)
    tell(resourceFaults(resource, spec))
    resources.push(resource)
  }
  const names = declarations.flatMap((spec) => (spec?.name ? [spec.name] : []))
  const isNamed = ({ file }: Resource) =>
    faults.some((fault) => fault.file === file && NAMING.includes(fault.at))
  faults.push(...registryFaults(resources, names, isNamed))
  if (faults.length > 0) throw new DeclarationError(faults)
  return resources
}

/** Where a completed resource contradicts itself. */
function resourceFaults(resource: Resource, spec: Declaration): Fault[] {
  const stored = storedFaults(resource)
  // What cannot be kept can be neither edited nor shown, and it is told of once.
  const isKept = (one: object) =>
    !('path' in one) || !stored.some(({ path }) => `${one.path}.`.startsWith(`${path}.`))
  return [
    ...nameFaults(resource),
    ...ownKeyFaults(resource, spec.row),
    ...stored.map(({ path: _, ...fault }) => fault),
    ...wordFaults(spec),
    ...computedFaults(resource, spec),
    ...recordNameFaults(resource),
    ...resource.fields.flatMap((field, index) =>
      isKept(field) ? fieldFaults(resource, field, index) : [],
    ),
    ...unfillable(resource),
    ...resource.columns.flatMap((column, index) =>
      isKept(column) ? columnFaults(resource, column, `columns[${index}]`) : [],
    ),
    ...detailFaults(resource),
    ...bodyFaults(resource),
    ...resource.search.flatMap((path) => searchFaults(resource, path)),
    ...pathFaults(resource),
    ...renamedFaults(resource),
    ...actionFaults(resource),
    ...needFaults(resource),
    ...inboxFaults(resource, spec),
    ...accessFaults(resource, spec.access),
    // The browser has none to check.
    ...(spec.sample === undefined ? [] : sampleFaults(resource)),
  ]
}

/** An entry of the registry that is no declaration, or one that stands there already. */
function entryFault(declarations: readonly Declaration[], index: number): FileFault | undefined {
  const spec = declarations[index]
  if (typeof spec !== 'object' || spec === null)
    return {
      file: REGISTRY,
      at: 'export',
      what: `one is ${spec === undefined ? 'nothing' : `a ${typeof spec}`}, and no declaration`,
      fix: "write export default defineResource({ … }) in its file, and export { default as tags } from './tags.ts' here",
    }
  return declarations.indexOf(spec) === index
    ? undefined
    : {
        file: REGISTRY,
        at: `export '${spec.name}'`,
        what: 'stands twice',
        fix: 'take one of the two lines away',
      }
}
