import { uuidv7 } from 'uuidv7'
import {
  type ColumnsBody,
  type Import,
  type ImportRow,
  type ImportRowPage,
  MASKED,
  MOST_ROWS,
  type RowState,
} from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { confirmFirst, isConfirmed, mayNeedConfirmation } from '#server/auth/step-up.ts'
import type { Changes } from '#server/history/changes.ts'
import type { Author } from '#server/history/write.ts'
import { conflict, invalid, notFound, tooManyRequests } from '#server/http/refusal.ts'
import type { AccessRules, Who } from '#server/records/access.ts'
import type { SecurityLog } from '#server/security-log/security-log.ts'
import type { Store } from '#server/store.ts'
import { batchOf, createApplying } from './apply.ts'
import { MOST_COLUMNS, tooManyRows } from './file-rows.ts'
import {
  matchHeads,
  samplesOf,
  type TargetField,
  targetFields,
  toImportField,
} from './match-columns.ts'
import { formsOf } from './number-date-formats.ts'
import { type GivenFile, readFile } from './parse-file.ts'
import { isJson } from './row-to-body.ts'
import type { Cell, ImportStage, StagedImport, StagedRow } from './stage.ts'
import { keyOf, revalidate, type ValidationContext, validateRows } from './validate-rows.ts'

export interface ImportOptions {
  store: Store
  stage: ImportStage
  access: AccessRules
  changes: Changes
  security: SecurityLog
  /** The reporting zone: times of a file that name no zone are of it. */
  zone(): string
  /** Logs what fails in the background. */
  tell(error: unknown): void
}

export type Imports = ReturnType<typeof createImports>
type Shown = Pick<StagedImport, 'columns' | 'reading'>

/** The most imports of one author; older ones are erased. */
const MOST_KEPT = 10
const PLAN_MS = 700
const ATTEMPTS = 5
const PAGE = 500

/**
 * Files on their way into records: staged in tables, validated there batch by batch, and applied as one change
 * (decision 037). Each is its author's own; for others it does not exist.
 */
export function createImports(options: ImportOptions) {
  const { store, stage, access, changes, zone } = options
  const applying = createApplying(options)
  const allFields = new Map<Resource, readonly TargetField[]>()

  const fieldsOf = (resource: Resource): readonly TargetField[] => {
    const known = allFields.get(resource) ?? targetFields(resource)
    allFields.set(resource, known)
    return known
  }

  /** The fields that the author may both read and write. */
  const fieldsFor = (resource: Resource, { role }: Author): readonly TargetField[] => {
    const limits = role === null ? undefined : access.limitsOf(role, resource.name)
    const closed = [...(limits?.hidden ?? []), ...(limits?.locked ?? [])]
    return fieldsOf(resource).filter(({ path }) => !closed.includes(path.split('.', 1)[0] ?? path))
  }

  const contextFor = (resource: Resource, author: Author): ValidationContext => ({
    ...{ store, stage, resource, author, zone: zone() },
    fields: fieldsFor(resource, author),
    mayName: (to) => author.role === null || access.mayName(author.role, to),
    // Nothing is written: applying asks for the confirmation.
    rehearse: (asked, read) => changes.dryRun(asked, { ...author, isConfirmed: true }, read),
  })

  /** What rows can be matched by: the id, or a unique field. */
  const keysOf = (resource: Resource, fields: readonly TargetField[]) => {
    if (!resource.actions.includes('edit')) return []
    const isThere = (path: string) => fields.some((one) => one.path === path)
    const unique = resource.unique.filter(
      ({ only, path, within = [] }) => only === undefined && [path, ...within].every(isThere),
    )
    return ['_id', ...new Set(unique.map(({ path }) => path))].flatMap((path) => {
      const found = fields.find((one) => one.path === path)
      return found ? [{ path, label: found.label }] : []
    })
  }

  /** The paths that must be filled to match rows by a key. */
  const pathsOf = (resource: Resource, by: string) => {
    const rule = keyOf(resource, by)
    return rule ? [rule.path, ...(rule.within ?? [])] : [by]
  }

  const passwordsOf = (resource: Resource) => fieldsOf(resource).filter((one) => one.isPassword)

  const isPassword = (resource: Resource, path: string | null) =>
    passwordsOf(resource).some((field) => field.path === path)

  /** The columns that another line than the chosen head calls a password: their heads may be passwords, too. */
  const misreadOf = (resource: Resource, { headLine, preview }: Shown['reading']) => {
    const others = headLine === undefined ? [] : preview.filter(({ line }) => line !== headLine)
    const named = others.map(({ cells }) => matchHeads(cells, passwordsOf(resource)))
    return new Set(named.flatMap((paths) => placesWhere(paths, (path) => path !== null)))
  }

  /** The columns that are shown masked: passwords by their field, or by the head of a column without one. */
  const maskedOf = (resource: Resource, { columns, reading }: Shown) =>
    new Set([
      ...placesWhere(columns, ({ field, header }) =>
        field === null ? /password/i.test(header) : isPassword(resource, field),
      ),
      ...misreadOf(resource, reading),
    ])

  const headsOf = (resource: Resource, { columns, reading }: Shown) => {
    const misread = misreadOf(resource, reading)
    return columns.map(({ header }, at) => (misread.has(at) ? MASKED : header))
  }

  const shown = (resource: Resource, one: StagedImport, author: Author): Import => {
    const fields = fieldsFor(resource, author)
    const { id, file, format, state, at, columns, by, rows, done, counts, problem, change } = one
    const secret = maskedOf(resource, one)
    const heads = headsOf(resource, one)
    const { headLine, preview, ...reading } = one.reading
    return {
      ...{ id, resource: resource.name, file, format, state, at },
      columns: columns.map(({ field, sample }, place) => ({
        ...{ header: heads[place] ?? '', field },
        sample: secret.has(place) ? sample.map(() => MASKED).slice(0, 1) : sample,
      })),
      fields: fields.map(toImportField),
      ...{ by, keys: keysOf(resource, fields) },
      reading: {
        ...reading,
        ...(headLine !== undefined && { headLine }),
        preview: preview.map(({ line, cells }) => ({
          line,
          cells:
            line === headLine ? cells.map((cell, at) => heads[at] ?? cell) : masked(cells, secret),
        })),
      },
      ...formsOf(one, fields).shown,
      ...{ rows, done, counts },
      ...(problem !== null && { problem }),
      ...(change !== null && { change }),
    }
  }

  const mine = async (resource: Resource, id: string, author: Author): Promise<StagedImport> => {
    const owner = { resource: resource.name, ownerId: author.id ?? '' }
    const one = await stage.get(id, owner)
    if (!one) throw notFound('This import does not exist, or was erased after a day.')
    if (one.state !== 'applying' || one.isFresh || applying.isRunning(id)) return one
    const wasFree = await stage.free(id, INTERRUPTED)
    return (wasFree && (await stage.get(id, owner))) || one
  }

  const open = async (resource: Resource, id: string, author: Author): Promise<StagedImport> => {
    const one = await mine(resource, id, author)
    if (one.state === 'applying') throw conflict('This import is being applied.')
    if (one.state === 'applied') throw conflict('This import was applied already.')
    return one
  }

  const get = async (resource: Resource, id: string, author: Author): Promise<Import> =>
    shown(resource, await mine(resource, id, author), author)

  /** Stages the rows of a file, and finds what its columns fill. */
  const stageFile = async (id: string, resource: Resource, file: GivenFile, author: Author) => {
    const fields = fieldsFor(resource, author)
    const groups = new Set(fields.flatMap(({ path }) => groupsOf(path)))
    const rows = readFile(file, {
      isGroup: (path) => groups.has(path),
      isJson: (head) => fields.some((one) => isJson(one) && one.heads.includes(head)),
      fieldsOf: (heads) =>
        heads.length > MOST_COLUMNS
          ? 0
          : matchHeads(heads, fields).filter((path) => path !== null).length,
    })
    const samples = samplesOf()
    let matched: (string | null)[] = []
    let secret: ReadonlySet<number> = new Set()
    let count = 0
    for await (const piece of rows.pieces) {
      if (count === 0) {
        matched = matchHeads(rows.headers(), fields)
        const { preview, headLine } = rows.reading()
        secret = new Set([
          ...(passwordsOf(resource).length > 0
            ? placesWhere(matched, (path) => path === null || isPassword(resource, path))
            : []),
          ...misreadOf(resource, { preview, ...(headLine !== undefined && { headLine }) }),
        ])
      }
      count += piece.length
      if (count > MOST_ROWS) throw tooManyRows()
      samples.see(piece)
      await stage.add(id, piece, secret)
    }
    const headers = rows.headers()
    if (headers.length === 0) throw invalid('The file is empty.')
    if (count === 0) throw invalid('The file has a head and no rows.')
    const columns = headers.map((header, at) => ({
      ...{ header, field: matched[at] ?? null, isSecret: secret.has(at), ...samples.of(at) },
    }))
    const key = keysOf(resource, fields).find(({ path }) =>
      pathsOf(resource, path).every((one) => matched.includes(one)),
    )
    await stage.ready(id, { columns, by: key?.path ?? null, rows: count, reading: rows.reading() })
  }

  return {
    /** Throws 403 for who may neither create nor change such records. */
    demand({ name: on }: Resource, who: Who): void {
      if (!access.decide({ ...who, action: 'create', on }).isAllowed)
        access.demand({ ...who, action: 'update', on })
    },

    /** Reads a file. Throws 400 when it cannot be read, and 413 when it is too large. */
    async read(resource: Resource, file: GivenFile, author: Author): Promise<Import> {
      const id = uuidv7()
      const ownerId = author.id ?? ''
      const { name, format } = file
      await stage.begin({ ...{ id, resource: resource.name, ownerId, file: name, format } })
      try {
        await stageFile(id, resource, file, author)
      } catch (error) {
        await stage.remove(id).catch(() => undefined)
        throw error
      }
      await stage.keepLatest(ownerId, MOST_KEPT)
      return get(resource, id, author)
    },

    get,

    async remove(resource: Resource, id: string, author: Author): Promise<void> {
      const one = await mine(resource, id, author)
      if (one.state === 'applying') throw conflict('This import is being applied.')
      await stage.remove(id)
    },

    /** Sets what the columns fill. All rows are then to be validated again. */
    async setColumns(
      resource: Resource,
      id: string,
      { columns, by, numbers, dates }: ColumnsBody,
      author: Author,
    ): Promise<Import> {
      const one = await open(resource, id, author)
      const fields = fieldsFor(resource, author)
      if (columns.length !== one.columns.length)
        throw refused('columns', `The file has ${one.columns.length} columns.`)
      const filled = columns.filter((path) => path !== null)
      const unknown = filled.find((path) => !fields.some((field) => field.path === path))
      if (unknown !== undefined) throw refused('columns', `There is no field '${unknown}' to fill.`)
      const double = filled.find((path, at) => filled.indexOf(path) !== at)
      if (double !== undefined) throw refused('columns', `Two columns fill '${double}'.`)
      const plain = one.columns.find(
        ({ isSecret }, at) => isPassword(resource, columns[at] ?? null) && !isSecret,
      )
      if (plain)
        throw refused(
          'columns',
          `'${plain.header}' was not read as passwords. Name the column 'Password', and choose the file again.`,
        )
      if (by !== null && !keysOf(resource, fields).some(({ path }) => path === by))
        throw refused('by', `Rows cannot be matched by '${by}'.`)
      if (by !== null && !pathsOf(resource, by).every((path) => filled.includes(path)))
        throw refused('by', `No column fills '${by}', by which rows are to be matched.`)
      const set = one.columns.map((column, at) => ({ ...column, field: columns[at] ?? null }))
      if (
        !(await stage.setColumns(one, {
          columns: set,
          by,
          numbers: numbers ?? null,
          dates: dates ?? null,
        }))
      )
        throw changedMeanwhile()
      return get(resource, id, author)
    },

    /** Validates the next rows, for less than a second. */
    async plan(resource: Resource, id: string, author: Author): Promise<Import> {
      const until = Date.now() + PLAN_MS
      let one = await open(resource, id, author)
      const context = contextFor(resource, author)
      askForForms(formsOf(one, context.fields).shown)
      while (one.state !== 'planned') {
        const rows = await stage.after(id, one.reached, batchOf(one))
        const last = rows.at(-1)
        const results = (await validateRows(context, one, rows)).map(({ result }) => result)
        const counts = { ...one.counts, waiting: one.counts.waiting - rows.length }
        for (const { state } of results) counts[state] += 1
        const done = one.done + rows.length
        const state = !last || done >= one.rows ? 'planned' : 'planning'
        const now = { reached: last?.line ?? one.reached, done, counts, state } as const
        // Another request for the same goes on with it.
        if (!(await stage.keep(one, results, now))) break
        one = { ...one, ...now, revision: one.revision + 1 }
        if (Date.now() > until) break
      }
      return get(resource, id, author)
    },

    async rows(
      resource: Resource,
      id: string,
      { state, page, limit }: { state?: RowState | undefined; page: number; limit: number },
      author: Author,
    ): Promise<ImportRowPage> {
      const one = await mine(resource, id, author)
      const rows = await stage.rows(one, state, { offset: (page - 1) * limit, limit })
      const secret = maskedOf(resource, one)
      const total = state === undefined ? one.rows : (one.counts[state] ?? 0)
      return {
        rows: rows.map((row) => shownRow(one, row, secret)),
        pagination: { page, limit, total },
      }
    },

    /** Sets cells of a row, and validates it again with the rows that share a key with it. */
    async fixRow(
      resource: Resource,
      id: string,
      line: number,
      cells: Readonly<Record<string, string>>,
      author: Author,
    ): Promise<ImportRow> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const one = await open(resource, id, author)
        const [row] = await stage.lines(one, [line])
        if (!row) throw notFound(`The file has no line ${line}.`)
        const secret = maskedOf(resource, one)
        const fixed: StagedRow = { ...row, cells: [...row.cells], damage: null }
        for (const [at, text] of Object.entries(cells)) {
          if (Number(at) >= one.columns.length)
            throw refused(`cells.${at}`, `The file has ${one.columns.length} columns.`)
          if (text === MASKED && secret.has(Number(at))) continue
          fixed.cells[Number(at)] = text.toWellFormed?.().replaceAll('\0', '\uFFFD') ?? text
        }
        fixed.cells = Array.from(fixed.cells, (cell) => cell ?? '')
        if (line > one.reached) {
          const result = { ...fixed, state: 'waiting' as const, keys: [] }
          if (await stage.keep(one, [result], one)) return shownRow(one, fixed, secret)
          continue
        }
        const results = await revalidate(contextFor(resource, author), one, [line], fixed)
        const own = results?.find((each) => each.line === line)
        if (own) return shownRow(one, { ...fixed, ...own, cells: fixed.cells }, secret)
      }
      throw changedMeanwhile()
    },

    /** The refused rows as they stand in the file, without passwords, each with its problems in the last cell. */
    async failed(resource: Resource, id: string, author: Author) {
      const one = await mine(resource, id, author)
      const secret = maskedOf(resource, one)
      async function* pages(): AsyncGenerator<readonly string[][]> {
        for (let offset = 0; ; offset += PAGE) {
          const rows = await stage.rows(one, 'refused', { offset, limit: PAGE })
          if (rows.length > 0)
            yield rows.map((row) => [
              ...one.columns.map((_, at) => (secret.has(at) ? '' : String(row.cells[at] ?? ''))),
              (row.faults ?? []).map(({ message }) => message).join(' '),
            ])
          if (rows.length < PAGE) return
        }
      }
      return { headers: headsOf(resource, one), file: one.file, pages: pages() }
    },

    /** Begins to apply it, in the background. Throws 409 while refused rows are neither fixed nor left out. */
    async apply(
      resource: Resource,
      id: string,
      leaveRefused: boolean,
      author: Author,
    ): Promise<{ one: Import; change: string | undefined }> {
      const one = await mine(resource, id, author)
      const before = await changes.again(author)
      const isAgain =
        one.state === 'applying' && one.keyHash !== null && author.once?.key.equals(one.keyHash)
      if (before !== undefined || isAgain)
        return { one: shown(resource, one, author), change: before }
      const { counts, columns } = await open(resource, id, author)
      const { create, update, refused: bad } = counts
      const paths = columns.map(({ field }) => field)
      if (mayNeedConfirmation(resource.name, paths, one.by) && !isConfirmed(author))
        throw confirmFirst()
      if (one.state !== 'planned') throw conflict('Rehearse all rows first.')
      if (bad > 0 && !leaveRefused)
        throw conflict(
          `${bad === 1 ? 'One row has' : `${bad.toLocaleString('en')} rows have`} problems. Mend them, or say that they are left out.`,
        )
      if (create + update === 0) throw conflict('The file changes nothing.')
      if (applying.isFull()) throw tooManyRequests('Other imports are being applied.', 30)
      if (!(await stage.setApplying(one, author.once?.key ?? null))) throw changedMeanwhile()
      applying.begin(contextFor(resource, author), one)
      return { one: await get(resource, id, author), change: undefined }
    },

    stop: applying.stop,
    fieldsOf,
  }
}

const INTERRUPTED =
  'Nothing was imported: the server was interrupted while it wrote. All is as it was; try again.'

/** Throws 400 while a cell may mean two things, and its author did not say which. */
function askForForms({ numbers, dates }: Pick<Import, 'numbers' | 'dates'>): void {
  const fields = {
    ...(numbers?.form === null && {
      numbers: `Say how numbers are written: '${numbers.example}' may mean two things.`,
    }),
    ...(dates?.form === null && {
      dates: `Say how dates are written: '${dates.example}' may mean two things.`,
    }),
  }
  const words = Object.values(fields)
  if (words.length > 0) throw invalid(words.join(' '), fields)
}

/** 'a' and 'a.b' of 'a.b.c': objects whose keys are columns. */
function groupsOf(path: string): string[] {
  const keys = path.split('.')
  return keys.slice(0, -1).map((_, at) => keys.slice(0, at + 1).join('.'))
}

function placesWhere<T>(all: readonly T[], test: (one: T) => boolean): number[] {
  return all.flatMap((one, at) => (test(one) ? [at] : []))
}

/** Cells without passwords. */
function masked(cells: readonly Cell[], secret: ReadonlySet<number>): string[] {
  return cells.map((cell, at) => (cell !== '' && secret.has(at) ? MASKED : String(cell)))
}

/** A row as its author sees it. */
function shownRow(one: StagedImport, row: StagedRow, secret: ReadonlySet<number>): ImportRow {
  const { line, cells, state, faults, recordId, name, fields } = row
  const all = one.columns.map((_, at) => cells[at] ?? '')
  return {
    ...{ line, cells: masked(all, secret), state, faults: faults ?? [] },
    ...(recordId !== null && { id: recordId }),
    ...(name !== null && { name }),
    ...(fields !== null && { fields }),
  }
}

function refused(field: string, message: string) {
  return invalid(message, { [field]: message })
}

function changedMeanwhile() {
  return conflict('This import was changed by another request meanwhile. Please try again.')
}
