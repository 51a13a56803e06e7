import { uuidv7 } from 'uuidv7'
import {
  type ColumnsBody,
  type Import,
  type ImportFormat,
  type ImportRow,
  type ImportRowPage,
  MASKED,
  MOST_BYTES,
  MOST_JSON_BYTES,
  MOST_ROWS,
  type RowState,
} from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { confirmFirst, isConfirmed, mayNeedConfirmation } from '#server/auth/step-up.ts'
import type { Author } from '#server/http/authorise.ts'
import { createGate } from '#server/http/gate.ts'
import { conflict, invalid, notFound, tooManyRequests } from '#server/http/refusal.ts'
import type { Context } from '#server/services.ts'
import { batchRows, createApplying } from './apply.ts'
import { matchHeads, type TargetField, targetFields, toImportField } from './match-columns.ts'
import { createSampling, formsOf } from './number-date-formats.ts'
import {
  type Cell,
  type FileRow,
  type ParsedFile,
  parseCsv,
  parseJson,
  type ReadingChoice,
  readBytes,
  storable,
  tooManyRows,
} from './parse-file.ts'
import { parseXlsx } from './parse-xlsx.ts'
import type { ImportStage, StagedImport, StagedRow } from './stage.ts'
import { revalidate, uniqueRuleOf, type ValidationContext, validateRows } from './validate-rows.ts'

export interface ImportOptions
  extends Pick<Context, 'store' | 'stage' | 'access' | 'changes' | 'security'> {
  /** The reporting zone, for times of a file without a zone. */
  zone(): string
  logError(error: unknown): void
}

/** An uploaded file. */
export interface GivenFile extends ReadingChoice {
  name: string
  format: ImportFormat
  body: AsyncIterable<Buffer>
  /** In bytes, where the request announces it. */
  length?: number | undefined
}

/** A request for one import. */
export interface Asked {
  resource: Resource
  id: string
  author: Author
}

/** An author's older imports are deleted. */
const MOST_KEPT = 10
const PLAN_MS = 700
const ATTEMPTS = 5
const PAGE = 500
const PARSERS = { csv: parseCsv, json: parseJson, xlsx: parseXlsx }
/** Bytes of a small file, which waits for no large one. */
const SMALL_FILE = 1_048_576
/** Large files in memory, also those that still arrive. */
const inMemory = createGate(3, 10)
/** Large files and workbooks are parsed one at a time: each can take much memory. Small workbooks go first. */
const parsing = createGate(1, 10, 2)
const parsingSmall = createGate(1, 20)

export function mostBytesOf(format: ImportFormat): number {
  return format === 'json' ? MOST_JSON_BYTES : MOST_BYTES
}

/**
 * Imports of files: staged in the database, validated in batches, and applied as one change (decision 037). An import
 * belongs to its author; others get 404.
 */
export function createImports(options: ImportOptions) {
  const { store, stage, access, changes, zone } = options
  const applying = createApplying(options)

  /** The fields that the author may read and write. */
  const fieldsFor = ({ resource, author: { role } }: Pick<Asked, 'resource' | 'author'>) => {
    const limits = role === null ? undefined : access.limitsOf(role, resource.name)
    const closed = [...(limits?.hidden ?? []), ...(limits?.locked ?? [])]
    return targetFields(resource).filter(
      ({ path }) => !closed.includes(path.split('.', 1)[0] ?? path),
    )
  }

  const contextFor = ({ resource, author }: Asked): ValidationContext => ({
    ...{ store, stage, resource, author, zone: zone() },
    fields: fieldsFor({ resource, author }),
    mayName: (to) => author.role === null || access.mayName(author.role, to),
    // A plan writes nothing. Applying asks for the confirmation.
    plan: (requested, known) => changes.dryRun(requested, { ...author, isConfirmed: true }, known),
  })

  const toImport = (asked: Asked, one: StagedImport): Import => {
    const { resource } = asked
    const fields = fieldsFor(asked)
    const { id, file, format, state, at, by, rows, done, counts, problem, change, reading } = one
    const { secret, headers } = maskingOf(resource, one)
    return {
      ...{ id, resource: resource.name, file, format, state, at },
      columns: one.columns.map(({ field, sample }, place) => ({
        ...{ header: headers[place] ?? '', field },
        sample: secret.has(place) ? sample.map(() => MASKED).slice(0, 1) : sample,
      })),
      fields: fields.map(toImportField),
      ...{ by, keys: keysFor(resource, fields).map(({ path, label }) => ({ path, label })) },
      reading: {
        ...reading,
        preview: reading.preview.map(({ line, cells }) => ({
          line,
          cells: line === reading.headLine ? headers : masked(cells, secret),
        })),
      },
      ...formsOf(one, fields).shown,
      ...{ rows, done, counts },
      ...(problem !== null && { problem }),
      ...(change !== null && { change }),
    }
  }

  const find = async ({ resource, id, author }: Asked): Promise<StagedImport> => {
    const owner = { resource: resource.name, ownerId: author.id ?? '' }
    const one = await stage.get(id, owner)
    if (!one) throw notFound('This import does not exist, or was erased after a day.')
    if (one.state !== 'applying' || one.isFresh || applying.isRunning(id)) return one
    await stage.release(id, INTERRUPTED)
    return (await stage.get(id, owner)) ?? one
  }

  /** Throws 409 once it is being applied. */
  const findOpen = async (asked: Asked): Promise<StagedImport> => {
    const one = await find(asked)
    if (one.state === 'applying') throw conflict('This import is being applied.')
    if (one.state === 'applied') throw conflict('This import was applied already.')
    return one
  }

  const get = async (asked: Asked): Promise<Import> => toImport(asked, await find(asked))

  /** Stores the rows of a parsed file, and the fields that its columns fill. */
  const stageRows = async (
    one: Parameters<ImportStage['create']>[0],
    { headers, reading, batches }: ParsedFile,
    resource: Resource,
    fields: readonly TargetField[],
  ): Promise<void> => {
    const sampling = createSampling()
    let rows = 0
    async function* sampled(): AsyncGenerator<FileRow[]> {
      for await (const batch of batches) {
        rows += batch.length
        if (rows > MOST_ROWS) throw tooManyRows()
        sampling.add(batch)
        yield batch
      }
      if (rows === 0)
        throw invalid(
          headers.length === 0 ? 'The file is empty.' : 'The file has a head and no rows.',
        )
    }
    const matched = matchHeads(headers, fields)
    const key = keysFor(resource, fields).find(({ needed }) =>
      needed.every((path) => matched.includes(path)),
    )
    await stage.create(one, sampled(), () => ({
      columns: headers.map((header, at) => ({
        ...{ header, field: matched[at] ?? null, ...sampling.of(at) },
      })),
      ...{ by: key?.path ?? null, rows, reading },
    }))
  }

  return {
    get,
    stop: applying.stop,

    /** Reads a file. Throws 400 when it cannot be read, and 413 when it is too large. */
    async read(resource: Resource, file: GivenFile, author: Author): Promise<Import> {
      const { name, format, body, length, ...choice } = file
      const asked = { resource, id: uuidv7(), author }
      const ownerId = author.id ?? ''
      const fields = fieldsFor(asked)
      const readBody = () => readBytes(body, mostBytesOf(format))
      const stageBytes = async (bytes: Buffer) => {
        const parsed = await PARSERS[format](bytes, choice, fields)
        const one = {
          ...{ id: asked.id, resource: resource.name, ownerId, file: name, format },
          isEncrypted: mayHavePasswords(resource, parsed),
        }
        await stageRows(one, parsed, resource, fields).finally(parsed.close)
      }
      if (length === undefined || length > SMALL_FILE)
        await inMemory(async () => {
          const bytes = await readBody()
          await parsing(() => stageBytes(bytes), 1)
        })
      else {
        const bytes = await readBody()
        await (format === 'xlsx' ? parsing : parsingSmall)(() => stageBytes(bytes))
      }
      await stage.keepLatest(ownerId, MOST_KEPT)
      return get(asked)
    },

    async remove(asked: Asked): Promise<void> {
      const { state } = await find(asked)
      if (state === 'applying') throw conflict('This import is being applied.')
      await stage.remove(asked.id)
    },

    /** Sets the fields of columns. All rows have to be validated again. */
    async setColumns(asked: Asked, { columns, by, numbers, dates }: ColumnsBody): Promise<Import> {
      const one = await findOpen(asked)
      const fields = fieldsFor(asked)
      if (columns.length !== one.columns.length)
        throw refused('columns', `The file has ${one.columns.length} columns.`)
      const filled = columns.filter((path) => path !== null)
      const unknown = filled.find((path) => !fields.some((field) => field.path === path))
      if (unknown !== undefined) throw refused('columns', `There is no field '${unknown}' to fill.`)
      const twice = filled.find((path, at) => filled.indexOf(path) !== at)
      if (twice !== undefined) throw refused('columns', `Two columns fill '${twice}'.`)
      const key = keysFor(asked.resource, fields).find(({ path }) => path === by)
      if (by !== null && !key) throw refused('by', `Rows cannot be matched by '${by}'.`)
      if (key && !key.needed.every((path) => filled.includes(path)))
        throw refused('by', `No column fills '${by}', by which rows are to be matched.`)
      const set = one.columns.map((column, at) => ({ ...column, field: columns[at] ?? null }))
      const forms = { numbers: numbers ?? null, dates: dates ?? null }
      if (!(await stage.setColumns(one, { columns: set, by, ...forms }))) throw changedMeanwhile()
      return get(asked)
    },

    /** Validates the next rows, for less than a second. */
    async plan(asked: Asked): Promise<Import> {
      const until = Date.now() + PLAN_MS
      let one = await findOpen(asked)
      const context = contextFor(asked)
      requireForms(formsOf(one, context.fields).shown)
      while (one.state !== 'planned' && Date.now() < until) {
        const rows = await stage.after(one, one.reached, batchRows(one))
        const results = (await validateRows(context, one, rows)).map(({ result }) => result)
        const counts = { ...one.counts, waiting: one.counts.waiting - rows.length }
        for (const { state } of results) counts[state] += 1
        const done = one.done + rows.length
        const state = rows.length === 0 || done >= one.rows ? 'planned' : 'planning'
        const now = { reached: rows.at(-1)?.line ?? one.reached, done, counts, state } as const
        // A concurrent request for the same continues.
        if (!(await stage.saveResults(one, results, now))) break
        one = { ...one, ...now, revision: one.revision + 1 }
      }
      return get(asked)
    },

    async rows(
      asked: Asked,
      { state, page, limit }: { state: RowState | undefined; page: number; limit: number },
    ): Promise<ImportRowPage> {
      const one = await find(asked)
      const rows = await stage.rows(one, state, { offset: (page - 1) * limit, limit })
      const { secret } = maskingOf(asked.resource, one)
      const total = state === undefined ? one.rows : one.counts[state]
      return {
        rows: rows.map((row) => toImportRow(one, row, secret)),
        pagination: { page, limit, total },
      }
    },

    /** Sets cells of a row, and validates it again with the rows that share a key with it. */
    async editRow(
      asked: Asked,
      line: number,
      cells: Readonly<Record<string, string>>,
    ): Promise<ImportRow> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const one = await findOpen(asked)
        const [row] = await stage.lines(one, [line])
        if (!row) throw notFound(`The file has no line ${line}.`)
        const { secret } = maskingOf(asked.resource, one)
        const edited = one.columns.map((_, at): Cell => row.cells[at] ?? '')
        for (const [at, text] of Object.entries(cells)) {
          if (Number(at) >= edited.length)
            throw refused(`cells.${at}`, `The file has ${edited.length} columns.`)
          if (text !== MASKED || !secret.has(Number(at))) edited[Number(at)] = storable(text)
        }
        const now: StagedRow = { ...row, cells: edited, damage: null }
        if (line > one.reached) {
          if (await stage.saveResults(one, [{ ...now, keys: [] }], one))
            return toImportRow(one, now, secret)
          continue
        }
        const results = await revalidate(contextFor(asked), one, [line], now)
        const own = results?.find((each) => each.line === line)
        if (own) return toImportRow(one, { ...now, ...own, cells: edited }, secret)
      }
      throw changedMeanwhile()
    },

    /** The refused rows as they are in the file, without passwords, each with its errors in the last cell. */
    async failed(asked: Asked) {
      const one = await find(asked)
      const { secret, headers } = maskingOf(asked.resource, one)
      async function* pages(): AsyncGenerator<readonly string[][]> {
        for (let offset = 0; ; offset += PAGE) {
          const rows = await stage.rows(one, 'refused', { offset, limit: PAGE })
          if (rows.length > 0)
            yield rows.map(({ cells, faults }) => [
              ...headers.map((_, at) => (secret.has(at) ? '' : String(cells[at] ?? ''))),
              (faults ?? []).map(({ message }) => message).join(' '),
            ])
          if (rows.length < PAGE) return
        }
      }
      return { headers, file: one.file, pages: pages() }
    },

    /** Starts to apply it in the background. Throws 409 while rows have errors and are not skipped. */
    async apply(asked: Asked, leaveRefused: boolean) {
      const { resource, author } = asked
      const one = await find(asked)
      const change = await changes.again(author)
      const isAgain =
        one.state === 'applying' && one.keyHash !== null && author.once?.key.equals(one.keyHash)
      if (change !== undefined || isAgain) return { one: toImport(asked, one), change }
      const { counts, columns } = await findOpen(asked)
      const paths = columns.map(({ field }) => field)
      if (mayNeedConfirmation(resource.name, paths, one.by) && !isConfirmed(author))
        throw confirmFirst()
      if (one.state !== 'planned') throw conflict('Rehearse all rows first.')
      if (counts.refused > 0 && !leaveRefused) {
        const count = counts.refused.toLocaleString('en')
        const rows = counts.refused === 1 ? 'One row has' : `${count} rows have`
        throw conflict(`${rows} problems. Mend them, or say that they are left out.`)
      }
      if (counts.create + counts.update === 0) throw conflict('The file changes nothing.')
      if (applying.isFull()) throw tooManyRequests('Other imports are being applied.', 30)
      if (!(await stage.setApplying(one, author.once?.key ?? null))) throw changedMeanwhile()
      applying.start(contextFor(asked), one)
      return { one: await get(asked), change }
    },
  }
}

/** The fields that rows can be matched by: the id and unique ones. Columns must fill all `needed` paths. */
function keysFor(resource: Resource, fields: readonly TargetField[]) {
  if (!resource.actions.includes('edit')) return []
  const paths = ['_id', ...new Set(resource.unique.map(({ path }) => path))]
  return paths.flatMap((path) => {
    const rule = uniqueRuleOf(resource, path)
    const needed = [path, ...(rule?.within ?? [])]
    const label = fields.find((one) => one.path === path)?.label
    const isUsable =
      (rule || path === '_id') && needed.every((each) => fields.some((one) => one.path === each))
    return isUsable && label !== undefined ? [{ path, label, needed }] : []
  })
}

function passwordsOf(resource: Resource): TargetField[] {
  return targetFields(resource).filter((one) => one.isPassword)
}

/** The name of a column that may hold passwords, whatever the resource. */
const PASSWORD = /password/i

/** Returns whether a column of a file may hold passwords: any column can fill a password field. */
function mayHavePasswords(resource: Resource, { headers, reading }: ParsedFile): boolean {
  const names = [...headers, ...reading.preview.flatMap(({ cells }) => cells)]
  return passwordsOf(resource).length > 0 || names.some((name) => PASSWORD.test(name))
}

/** The columns that may hold passwords, and the column names without passwords. */
function maskingOf(resource: Resource, { columns, reading }: StagedImport) {
  const passwords = passwordsOf(resource)
  const secret = new Set<number>()
  const headers = columns.map(({ header }) => header)
  for (const [at, { field, header }] of columns.entries())
    if (field === null ? PASSWORD.test(header) : passwords.some(({ path }) => path === field))
      secret.add(at)
  // When another line names a password column, the chosen line may be a row.
  for (const { line, cells } of reading.headLine === undefined ? [] : reading.preview)
    if (line !== reading.headLine)
      for (const [at, path] of matchHeads(cells, passwords).entries())
        if (path !== null) {
          secret.add(at)
          headers[at] = MASKED
        }
  return { secret, headers }
}

const INTERRUPTED =
  'Nothing was imported: the server was interrupted while it wrote. All is as it was; try again.'

/** Throws 400 while a cell can mean two things, and its author did not choose. */
function requireForms(forms: Pick<Import, 'numbers' | 'dates'>): void {
  const fields: Record<string, string> = {}
  for (const what of ['numbers', 'dates'] as const)
    if (forms[what]?.form === null)
      fields[what] = `Say how ${what} are written: '${forms[what].example}' may mean two things.`
  const messages = Object.values(fields)
  if (messages.length > 0) throw invalid(messages.join(' '), fields)
}

/** Cells without passwords. */
function masked(cells: readonly Cell[], secret: ReadonlySet<number>): string[] {
  return cells.map((cell, at) => (cell !== '' && secret.has(at) ? MASKED : String(cell)))
}

function toImportRow(one: StagedImport, row: StagedRow, secret: ReadonlySet<number>): ImportRow {
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
