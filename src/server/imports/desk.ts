import { type Import, type ImportRow, MASKED } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import type { Store } from '#server/db/store.ts'
import type { Changes } from '#server/history/changes.ts'
import type { Author } from '#server/history/write.ts'
import { conflict, notFound } from '#server/http/refusal.ts'
import type { AccessRules } from '#server/records/access.ts'
import { createNaming } from '#server/records/naming.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import { type Fillable, fillablesOf, told } from './fillable.ts'
import { formsOf } from './forms.ts'
import { matchHeads } from './heads.ts'
import type { KeptCell, KeptImport, KeptRow } from './kept-imports.ts'
import { keyOf, type Looking } from './look-at-rows.ts'

export interface ImportOptions {
  store: Store<KeptCell[]>
  registry: readonly Resource[]
  access: AccessRules
  changes: Changes
  security: SecurityLog
  /** The reporting zone, whose clocks times of a file mean. */
  zone(): string
  /** Is told of what fails in the background. */
  tell(error: unknown): void
}

export type Desk = ReturnType<typeof createDesk>

/** What all steps of an import ask: whose it is, what may be filled, and by what rows are matched. */
export function createDesk({ store, registry, access, changes, zone }: ImportOptions) {
  const { imports: tables } = store
  const mayName = createNaming(access, registry)
  /** What this process is writing. */
  const running = new Set<string>()
  const all = new Map<Resource, readonly Fillable[]>()

  const allOf = (resource: Resource): readonly Fillable[] => {
    const known = all.get(resource) ?? fillablesOf(resource)
    all.set(resource, known)
    return known
  }

  /** What somebody may fill: nothing that the role may not read or write. */
  const fillablesFor = (resource: Resource, { role }: Author): readonly Fillable[] => {
    const known = allOf(resource)
    const limits = role === null ? undefined : access.limitsOf(role, resource.name)
    const closed = [...(limits?.hidden ?? []), ...(limits?.locked ?? [])]
    return known.filter(({ path }) => !closed.includes(path.split('.', 1)[0] ?? path))
  }

  const lookingFor = (resource: Resource, author: Author): Looking => ({
    ...{ store, resource, author, zone: zone() },
    fillables: fillablesFor(resource, author),
    mayName: (to) => author.role === null || mayName(author.role, to),
    // Nothing is written: who applies it is asked to confirm what has to be.
    rehearse: (asked, read) => changes.dryRun(asked, { ...author, isConfirmed: true }, read),
  })

  const demand = ({ name: on }: Resource, { role, id: person }: Author) => {
    if (role === null) return
    const may = access.decide({ role, person, action: 'create', on }).isAllowed
    if (!may) access.demand({ role, person, action: 'update', on })
  }

  const keysOf = (resource: Resource, fillables: readonly Fillable[]) => {
    if (!resource.actions.includes('edit')) return []
    const isThere = (path: string) => fillables.some((one) => one.path === path)
    const unique = resource.unique.filter(
      ({ only, path, within = [] }) => only === undefined && [path, ...within].every(isThere),
    )
    return ['_id', ...new Set(unique.map(({ path }) => path))].flatMap((path) => {
      const found = fillables.find((one) => one.path === path)
      return found ? [{ path, label: found.label }] : []
    })
  }

  /** The paths that have to be filled so that rows can be told apart by a key. */
  const pathsOf = (resource: Resource, by: string) => {
    const rule = keyOf(resource, by)
    return rule ? [rule.path, ...(rule.within ?? [])] : [by]
  }

  const passwordsOf = (resource: Resource) => allOf(resource).filter(({ isPassword }) => isPassword)

  /** The columns that another line than the chosen head calls a password: then their heads may be passwords, too. */
  const misreadOf = (resource: Resource, { reading }: Pick<KeptImport, 'reading'>) => {
    const { headLine, preview } = reading
    const others = headLine === undefined ? [] : preview.filter(({ line }) => line !== headLine)
    const named = others.map(({ cells }) => matchHeads(cells, passwordsOf(resource)))
    return new Set(named.flatMap((paths) => placesWhere(paths, (path) => path !== null)))
  }

  /** The columns of passwords: by the field that each fills, or else by its head or what stands for it. */
  const secretsOf = (resource: Resource, one: Pick<KeptImport, 'columns' | 'reading'>) => {
    const isPassword = (path: string) => passwordsOf(resource).some((field) => field.path === path)
    const secret = placesWhere(one.columns, ({ field, header }) =>
      field === null ? /password/i.test(header) : isPassword(field),
    )
    return new Set([...secret, ...misreadOf(resource, one)])
  }

  const headsOf = (resource: Resource, one: Pick<KeptImport, 'columns' | 'reading'>) => {
    const misread = misreadOf(resource, one)
    return one.columns.map(({ header }, at) => (misread.has(at) ? MASKED : header))
  }

  const shown = (resource: Resource, one: KeptImport, author: Author): Import => {
    const fillables = fillablesFor(resource, author)
    const { id, file, format, state, at, columns, by, rows, done, counts, problem, change } = one
    const secrets = secretsOf(resource, one)
    const heads = headsOf(resource, one)
    const { headLine, preview, ...reading } = one.reading
    return {
      ...{ id, resource: resource.name, file, format, state, at },
      columns: columns.map(({ field, sample }, place) => ({
        ...{ header: heads[place] ?? '', field },
        sample: secrets.has(place) ? sample.map(() => MASKED).slice(0, 1) : sample,
      })),
      fields: fillables.map(told),
      ...{ by, keys: keysOf(resource, fillables) },
      reading: {
        ...reading,
        ...(headLine !== undefined && { headLine }),
        preview: preview.map(({ line, cells }) => ({
          line,
          cells:
            line === headLine ? cells.map((cell, at) => heads[at] ?? cell) : masked(cells, secrets),
        })),
      },
      ...formsOf(one, fillables).shown,
      ...{ rows, done, counts },
      ...(problem !== null && { problem }),
      ...(change !== null && { change }),
    }
  }

  const mine = async (resource: Resource, id: string, author: Author): Promise<KeptImport> => {
    const owner = { resource: resource.name, ownerId: author.id ?? '' }
    const one = await tables.get(id, owner)
    if (!one) throw notFound('This import does not exist, or was erased after a day.')
    if (one.state !== 'applying' || one.isFresh || running.has(id)) return one
    const wasFree = await tables.free(id, INTERRUPTED)
    return (wasFree && (await tables.get(id, owner))) || one
  }

  const open = async (resource: Resource, id: string, author: Author): Promise<KeptImport> => {
    const one = await mine(resource, id, author)
    if (one.state === 'applying') throw conflict('This import is being applied.')
    if (one.state === 'applied') throw conflict('This import was applied already.')
    return one
  }

  return {
    ...{ running, fillablesFor, lookingFor, demand, keysOf, pathsOf, secretsOf, headsOf },
    ...{ shown, mine, open },
  }
}

const INTERRUPTED =
  'Nothing was imported: the server was interrupted while it wrote. All is as it was; try again.'

function placesWhere<T>(all: readonly T[], test: (one: T) => boolean): number[] {
  return all.flatMap((one, at) => (test(one) ? [at] : []))
}

/** Cells as they are shown: none that is a password. */
function masked(cells: readonly KeptCell[], secrets: ReadonlySet<number>): string[] {
  return cells.map((cell, at) => (cell !== '' && secrets.has(at) ? MASKED : String(cell)))
}

/** A row as its author is told of it. */
export function shownRow(one: KeptImport, row: KeptRow, secrets: ReadonlySet<number>): ImportRow {
  const { line, cells, state, faults, recordId, name, fields } = row
  return {
    line,
    cells: masked(
      one.columns.map((_, at) => cells[at] ?? ''),
      secrets,
    ),
    state,
    faults: faults ?? [],
    ...(recordId !== null && { id: recordId }),
    ...(name !== null && { name }),
    ...(fields !== null && { fields }),
  }
}
