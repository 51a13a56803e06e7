import { uuidv7 } from 'uuidv7'
import {
  type ColumnsBody,
  type Import,
  type ImportRow,
  type ImportRowPage,
  MASKED,
  type RowState,
} from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { plural } from '#model/words.ts'
import { confirmFirst, isConfirmed, mayNeedConfirmation } from '#server/auth/step-up.ts'
import { faultOf } from '#server/db/faults.ts'
import { raw, rowsOf, run, type Sql, sql } from '#server/db/sql.ts'
import type { ChangeBatches } from '#server/history/changes.ts'
import type { Author } from '#server/http/authorise.ts'
import { refusal } from '#server/http/query.ts'
import { conflict, invalidField, notFound, Refusal, tooManyRequests } from '#server/http/refusal.ts'
import type { Noted } from '#server/security-log/security-log.ts'
import type { Context } from '#server/services.ts'
import { hintOf, matchHeads, type TargetField } from './match-columns.ts'
import { formsOf } from './number-date-formats.ts'
import { type Cell, type ReadingChoice, storable } from './parse-file.ts'
import { keysFor, PASSWORD, readUpload, type Upload } from './read-upload.ts'
import type { StagedImport, StagedRow } from './stage.ts'
import { type Asked, revalidate, validateRows } from './validate-rows.ts'

/** The most imports that one server applies at once. */
const AT_ONCE = 2
const HOUR_MS = 3_600_000
/** Validation stops after this many rows that no longer fit. */
const MOST_UNFIT = 500

/** The number of rows that are validated or written together. Hashing a password takes a while. */
function batchRows({ columns }: StagedImport): number {
  return columns.some(({ field }) => /password/i.test(field ?? '')) ? 100 : 2000
}

/** The most imports of an author. Older ones are deleted. */
const MOST_KEPT = 10
const PLAN_MS = 700
const ATTEMPTS = 5
const PAGE = 500

/**
 * Creates the service for imports of files. They are staged in the database, validated in batches, and applied as one
 * change. An import belongs to its author. Other users get 404.
 */
export function createImports(
  { store, stage, access, changes, security, insight }: Context,
  logError: (error: unknown) => void,
) {
  /** The imports that this server is applying, by id. */
  const running = new Map<string, { over: AbortController; ended: Promise<void> }>()

  const find = async (asked: Asked): Promise<StagedImport> => {
    const { id } = asked
    const one = await stage.get(asked)
    if (!one) throw notFound('This import does not exist or was deleted after a day.')
    if (one.state !== 'applying' || running.has(id)) return one
    await stage.release(id, INTERRUPTED)
    return (await stage.get(asked)) ?? one
  }

  /** Throws 409 once it is being applied. */
  const findOpen = async (asked: Asked): Promise<StagedImport> => {
    const one = await find(asked)
    if (one.state === 'applying') throw conflict('This import is being applied.')
    if (one.state === 'applied') throw conflict('This import was already applied.')
    return one
  }

  const get = async (asked: Asked): Promise<Import> => toImport(asked, await find(asked))

  /** Applies an import as one change in one transaction. If it fails, it must be planned again. */
  const applyAll = async (asked: Asked, one: StagedImport, signal: AbortSignal) => {
    const { author, resource } = asked
    const { id: account, address = null, requestId: reqId } = author
    const count = one.counts.create + one.counts.update
    const facts = { account, address, reqId, what: resource.name, count }
    const noted: Noted = { event: 'imported', facts }
    let unfit: number[] = []
    const work = async (batches: ChangeBatches) => {
      unfit = await write(asked, one, batches)
      if (unfit.length > 0) throw new Error('Rows no longer fit.')
      await security.noteIn(batches.tx, [noted])
    }
    try {
      await changes.inBatches(author, work, { signal, deadlineMs: HOUR_MS })
      security.tell([noted])
    } catch (error) {
      const now = unfit.length > 0 && (await stage.get(asked))
      // Shows the author why rows no longer fit.
      if (now) await revalidate(asked, now, unfit)
      else if (!(error instanceof Refusal || signal.aborted)) logError(error)
      await stage.release(one.id, signal.aborted ? STOPPED : problemOf(error, unfit.length), true)
    }
  }

  /** Writes all rows, or returns the lines of rows that no longer fit the stored records. */
  const write = async (
    asked: Asked,
    one: StagedImport,
    { tx, id: change, plan, write }: ChangeBatches,
  ): Promise<number[]> => {
    const { id } = one
    // The lock blocks only deletion and `release`.
    const lock = sql`select 1 from imports where id = ${id} and state = 'applying' for key share`
    if ((await rowsOf(tx, lock)).length === 0)
      throw new Error('This import can no longer be applied.')
    const unfit: number[] = []
    let line = 0
    let done = 0
    while (unfit.length < MOST_UNFIT) {
      const rows = await stage.rows(one, sql`r.line > ${line}`, { limit: batchRows(one) }, tx)
      const last = rows.at(-1)
      if (!last) break
      line = last.line
      done += rows.length
      const planned = rows.filter(({ state }) => state === 'create' || state === 'update')
      const validated = await validateRows({ ...asked, tx, plan }, one, planned)
      for (const { row, result } of validated)
        if (result.state !== row.state && result.state !== 'unchanged') unfit.push(row.line)
      if (unfit.length > 0) continue
      await write(validated.flatMap(({ outcome }) => outcome ?? []))
      // On another connection, so that others see it.
      await run(store.pool, sql`update imports set done = ${done} where id = ${id}`)
    }
    if (unfit.length > 0) return unfit
    await run(
      tx,
      sql`update imports set state = 'applied', change_id = ${change}, done = rows, revision = revision + 1
        where id = ${id}`,
    )
    await run(tx, sql`delete from import_rows where import_id = ${id} and state <> 'refused'`)
    return []
  }

  return {
    get,

    /** Aborts the imports that this server is applying. Nothing of them is written. */
    async stop(): Promise<void> {
      const all = [...running.values()]
      for (const { over } of all) over.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },

    /** Returns a request. `all` are the fields of the resource, not all of which the author may write. */
    asked(resource: Resource, all: readonly TargetField[], id: string, author: Author): Asked {
      const { role } = author
      const { hidden = [], locked = [] } =
        (role !== null && access.limitsOf(role, resource.name)) || {}
      const closed = [...hidden, ...locked]
      return {
        ...{ store, stage, access, resource, author, id, zone: insight.zone() },
        passwords: all.filter(({ isPassword }) => isPassword),
        fields: all.filter(({ path }) => !closed.includes(path.split('.', 1)[0] ?? path)),
        // A plan writes nothing. Applying asks for the confirmation.
        plan: (requested, known) =>
          changes.dryRun(requested, { ...author, isConfirmed: true }, known),
      }
    },

    /** Reads a file. Throws 400 when it cannot be read, and 413 when it is too large. */
    async read(asked: Asked, file: string, upload: Upload, choice: ReadingChoice): Promise<Import> {
      const own = { ...asked, id: uuidv7() }
      await readUpload(own, file, upload, choice)
      await run(
        store.pool,
        sql`delete from imports where id in (
          select id from imports where owner_id = ${asked.author.id}
          order by at desc, id desc offset ${MOST_KEPT}) and state <> 'applying'`,
      )
      return get(own)
    },

    async remove(asked: Asked): Promise<void> {
      const { id, state } = await find(asked)
      if (state === 'applying') throw conflict('This import is being applied.')
      await run(store.pool, sql`delete from imports where id = ${id}`)
    },

    /** Sets the fields of columns. All rows have to be validated again. */
    async setColumns(asked: Asked, { columns, by, numbers, dates }: ColumnsBody): Promise<Import> {
      const one = await findOpen(asked)
      const { fields } = asked
      if (columns.length !== one.columns.length)
        throw invalidField('columns', `The file has ${one.columns.length} columns.`)
      const filled = columns.filter((path) => path !== null)
      const unknown = filled.find((path) => !fields.some((field) => field.path === path))
      if (unknown !== undefined) throw invalidField('columns', `No field '${unknown}' exists.`)
      const twice = filled.find((path, at) => filled.indexOf(path) !== at)
      if (twice !== undefined)
        throw invalidField('columns', `Two columns are mapped to '${twice}'.`)
      const key = keysFor(asked.resource, fields).find(({ path }) => path === by)
      if (by !== null && !key) throw invalidField('by', `Rows cannot be matched by '${by}'.`)
      if (key && !key.needed.every((path) => filled.includes(path)))
        throw invalidField('by', `No column is mapped to '${by}', which matches rows to records.`)
      const set = one.columns.map((column, at) => ({ ...column, field: columns[at] ?? null }))
      const forms = { numbers: numbers ?? null, dates: dates ?? null }
      if (!(await stage.setColumns(one, { columns: set, by, ...forms }))) throw changedMeanwhile()
      return get(asked)
    },

    /**
     * Validates the next rows, for less than a second. Throws 400 if the format of numbers or dates is not known yet.
     */
    async plan(asked: Asked): Promise<Import> {
      const until = Date.now() + PLAN_MS
      let one = await findOpen(asked)
      const faults: Record<string, string> = {}
      for (const [what, { form, example }] of Object.entries(formsOf(one, asked.fields)))
        if (form === null && example !== undefined)
          faults[what] = `Choose the format of ${what}: '${example}' is ambiguous.`
      if (Object.keys(faults).length > 0) throw refusal(faults)
      while (one.state !== 'planned' && Date.now() < until) {
        const rows = await stage.rows(one, sql`r.line > ${one.reached}`, { limit: batchRows(one) })
        const results = (await validateRows(asked, one, rows)).map(({ result }) => result)
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
      state: RowState | undefined,
      { page, limit, offset }: { page: number; limit: number; offset: number },
    ): Promise<ImportRowPage> {
      const one = await find(asked)
      const rows = await stage.rows(one, whereState(one, state), { offset, limit })
      const { secret } = maskingOf(asked, one)
      const total = state === undefined ? one.rows : one.counts[state]
      return {
        rows: rows.map((row) => toImportRow(one, row, secret)),
        pagination: { page, limit, total },
      }
    },

    /** Sets cells of a row. Validates it again, and the rows that share a key with it. */
    async editRow(
      asked: Asked,
      line: number,
      cells: Readonly<Record<string, string>>,
    ): Promise<ImportRow> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const one = await findOpen(asked)
        const [row] = await stage.rows(one, sql`r.line = ${line}`)
        if (!row) throw notFound(`The file has no line ${line}.`)
        const { secret } = maskingOf(asked, one)
        const edited = one.columns.map((_, at): Cell => row.cells[at] ?? '')
        for (const [at, text] of Object.entries(cells)) {
          if (Number(at) >= edited.length)
            throw invalidField(`cells.${at}`, `The file has ${edited.length} columns.`)
          if (text !== MASKED || !secret.has(Number(at))) edited[Number(at)] = storable(text)
        }
        const now: StagedRow = { ...row, cells: edited, damage: null }
        if (line > one.reached) {
          if (await stage.saveResults(one, [{ ...now, keys: [] }], one))
            return toImportRow(one, now, secret)
          continue
        }
        const results = await revalidate(asked, one, [line], now)
        const own = results?.find((each) => each.line === line)
        if (own) return toImportRow(one, { ...now, ...own, cells: edited }, secret)
      }
      throw changedMeanwhile()
    },

    /** Returns the refused rows as in the file, without passwords, with the errors in the last cell. */
    async failed(asked: Asked) {
      const one = await find(asked)
      const { secret, headers } = maskingOf(asked, one)
      async function* pages(): AsyncGenerator<readonly string[][]> {
        for (let offset = 0; ; offset += PAGE) {
          const rows = await stage.rows(one, whereState(one, 'refused'), { offset, limit: PAGE })
          if (rows.length > 0)
            yield rows.map(({ cells, faults }) => [
              ...headers.map((_, at) => (secret.has(at) ? '' : String(cells[at] ?? ''))),
              faults.map(({ message }) => message).join(' '),
            ])
          if (rows.length < PAGE) return
        }
      }
      return { headers, file: one.file, pages: pages() }
    },

    /** Starts to apply the import in the background. Throws 409 while rows have errors and are not skipped. */
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
      if (one.state !== 'planned') throw conflict('Preview all rows first.')
      if (counts.refused > 0 && !leaveRefused) {
        const count = counts.refused.toLocaleString('en')
        const rows = plural(counts.refused, 'One row has', `${count} rows have`)
        throw conflict(`${rows} errors. Fix them or skip them.`)
      }
      if (counts.create + counts.update === 0) throw conflict('The file would change nothing.')
      if (running.size >= AT_ONCE) throw tooManyRequests('Other imports are being applied.', 30)
      const set = sql`state = 'applying', done = 0, problem = null, applying_at = now(),
        key_hash = ${author.once?.key ?? null}`
      if (!(await stage.update(one, set))) throw changedMeanwhile()
      const over = new AbortController()
      const ended = applyAll(asked, one, over.signal)
        .catch(logError)
        .finally(() => running.delete(one.id))
      running.set(one.id, { over, ended })
      return { one: await get(asked), change }
    },
  }
}

function toImport(asked: Asked, one: StagedImport): Import {
  const { resource, fields } = asked
  const { id, file, format, state, at, by, rows, done, counts, problem, change, reading } = one
  const { secret, headers } = maskingOf(asked, one)
  const { numbers, dates } = formsOf(one, fields)
  return {
    ...{ id, resource: resource.name, file, format, state, at },
    columns: one.columns.map(({ field, sample }, place) => ({
      ...{ header: headers[place] ?? '', field },
      sample: secret.has(place) ? sample.map(() => MASKED).slice(0, 1) : sample,
    })),
    fields: fields.map((field) => {
      const { path, label, isRequired } = field
      return { path, label, isRequired, hint: hintOf(field) }
    }),
    ...{ by, keys: keysFor(resource, fields).map(({ path, label }) => ({ path, label })) },
    reading: {
      ...reading,
      preview: reading.preview.map(({ line, cells }) => ({
        line,
        cells: line === reading.headLine ? headers : masked(cells, secret),
      })),
    },
    ...(numbers.example !== undefined && { numbers: { ...numbers, example: numbers.example } }),
    ...(dates.example !== undefined && { dates: { ...dates, example: dates.example } }),
    ...{ rows, done, counts },
    ...(problem !== null && { problem }),
    ...(change !== null && { change }),
  }
}

function toImportRow(one: StagedImport, row: StagedRow, secret: ReadonlySet<number>): ImportRow {
  const { line, cells, state, faults, recordId, name, fields } = row
  const all = one.columns.map((_, at) => cells[at] ?? '')
  return {
    ...{ line, cells: masked(all, secret), state, faults },
    ...(recordId !== null && { id: recordId }),
    ...(name !== null && { name }),
    ...(fields !== null && { fields }),
  }
}

/** Returns the columns that may contain passwords, and the column names without passwords. */
function maskingOf({ passwords }: Asked, { columns, reading }: StagedImport) {
  const secret = new Set<number>()
  const headers = columns.map(({ header }) => header)
  for (const [at, { field, header }] of columns.entries())
    if (field === null ? PASSWORD.test(header) : passwords.some(({ path }) => path === field))
      secret.add(at)
  // If another line names a password column, the chosen line may be a row.
  for (const { line, cells } of reading.headLine === undefined ? [] : reading.preview)
    if (line !== reading.headLine)
      for (const [at, path] of matchHeads(cells, passwords).entries())
        if (path !== null) {
          secret.add(at)
          headers[at] = MASKED
        }
  return { secret, headers }
}

/** Returns cells without passwords. */
function masked(cells: readonly Cell[], secret: ReadonlySet<number>): string[] {
  return cells.map((cell, at) => (cell !== '' && secret.has(at) ? MASKED : String(cell)))
}

const INTERRUPTED = 'Nothing was imported because the server was interrupted. Try again.'

function changedMeanwhile() {
  return conflict('This import was changed by another request. Try again.')
}

/** Returns the condition of rows in a state. Rows beyond the last validated line are waiting. */
function whereState({ reached }: StagedImport, state: RowState | undefined): Sql {
  if (state === undefined) return raw('true')
  if (state === 'waiting') return sql`r.line > ${reached}`
  return sql`r.line <= ${reached} and r.state = ${state}`
}

const STOPPED = 'Nothing was imported because the server was stopped. Try again.'

function problemOf(error: unknown, unfit: number): string {
  if (unfit > 0) {
    const rows = plural(unfit, 'One row conflicts', `${unfit.toLocaleString('en')} rows conflict`)
    return `Nothing was imported. ${rows} with newer changes. Check the preview, then try again.`
  }
  if (error instanceof Refusal) return `Nothing was imported. ${error.message}`
  if (faultOf(error)?.kind === 'taken')
    return 'Nothing was imported. Another change used a value that must be unique. Try again.'
  return 'Nothing was imported because of a server error. Try again.'
}
