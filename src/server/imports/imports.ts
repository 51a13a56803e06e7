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
import type { Author } from '#server/history/write.ts'
import { conflict, invalid, notFound, tooManyRequests } from '#server/http/refusal.ts'
import { createApplying, pieceOf } from './applying.ts'
import { isJson } from './cells.ts'
import { createDesk, type ImportOptions, shownRow } from './desk.ts'
import { failedPages } from './failed.ts'
import { formsOf } from './forms.ts'
import { matchHeads } from './heads.ts'
import { samplesOf } from './import-samples.ts'
import type { KeptRow } from './kept-imports.ts'
import { lookAt } from './look-at-rows.ts'
import { type GivenFile, readFile } from './reading/import-file.ts'
import { MOST_COLUMNS } from './reading/parsed-rows.ts'
import { replan } from './replan.ts'

/**
 * Files on their way into records: read into staging tables, rehearsed there piece by piece, and applied as one
 * change (decision 037). Each is its author's own, and is not there for anybody else.
 */
export interface Imports {
  /** Throws 403 for who may neither create nor change such records. */
  demand(resource: Resource, author: Author): Promise<void>
  read(resource: Resource, file: GivenFile, author: Author): Promise<Import>
  get(resource: Resource, id: string, author: Author): Promise<Import>
  /** Leaves nothing of it. */
  remove(resource: Resource, id: string, author: Author): Promise<void>
  setColumns(resource: Resource, id: string, body: ColumnsBody, author: Author): Promise<Import>
  /** Rehearses the next rows, for less than a second. */
  plan(resource: Resource, id: string, author: Author): Promise<Import>
  rows(
    resource: Resource,
    id: string,
    asked: { state?: RowState | undefined; page: number; limit: number },
    author: Author,
  ): Promise<ImportRowPage>
  /** Sets cells of a row, and looks at it anew with those that it has to do with. */
  mend(
    resource: Resource,
    id: string,
    line: number,
    cells: Readonly<Record<string, string>>,
    author: Author,
  ): Promise<ImportRow>
  /** The refused rows as they stand in the file, by pages, each with what is wrong with it last. */
  failed(
    resource: Resource,
    id: string,
    author: Author,
  ): Promise<{ headers: string[]; file: string; pages: AsyncGenerator<readonly string[][]> }>
  /** Begins to apply it, in the background. Throws 409 when refused rows are neither mended nor left out. */
  apply(
    resource: Resource,
    id: string,
    leaveRefused: boolean,
    author: Author,
  ): Promise<{ one: Import; change: string | undefined }>
  /** Breaks off what is applied: nothing of it is there then. */
  stop(): Promise<void>
}

/** Of one person; older ones give way. */
const MOST_KEPT = 10
const PLAN_MS = 700
const ATTEMPTS = 5

export function createImports(options: ImportOptions): Imports {
  const { imports: tables } = options.store
  const desk = createDesk(options)
  const { fillablesFor, lookingFor, demand, keysOf, pathsOf, secretsOf, shown, mine, open } = desk
  const applying = createApplying(options, desk)

  return {
    demand: async (resource, author) => demand(resource, author),

    async read(resource, file, author) {
      const fillables = fillablesFor(resource, author)
      const id = uuidv7()
      const { name, format } = file
      await tables.begin({
        id,
        resource: resource.name,
        ownerId: author.id ?? '',
        file: name,
        format,
      })
      try {
        const groups = new Set(fillables.flatMap(({ path }) => groupsOf(path)))
        const rows = readFile(file, {
          isGroup: (path) => groups.has(path),
          isJson: (head) => fillables.some((one) => isJson(one) && one.heads.includes(head)),
          fieldsOf: (heads) =>
            heads.length > MOST_COLUMNS
              ? 0
              : matchHeads(heads, fillables).filter((path) => path !== null).length,
        })
        const samples = samplesOf()
        let count = 0
        for await (const piece of rows.pieces) {
          count += piece.length
          if (count > MOST_ROWS)
            throw invalid(`A file has at most ${MOST_ROWS.toLocaleString('en')} rows. Divide it.`)
          samples.see(piece)
          await tables.add(id, piece)
        }
        const headers = rows.headers()
        if (headers.length === 0) throw invalid('The file is empty.')
        if (count === 0) throw invalid('The file has a head and no rows.')
        const matched = matchHeads(headers, fillables)
        const columns = headers.map((header, at) => ({
          ...{ header, field: matched[at] ?? null, ...samples.of(at) },
        }))
        const key = keysOf(resource, fillables).find(({ path }) =>
          pathsOf(resource, path).every((one) => matched.includes(one)),
        )
        const by = key?.path ?? null
        await tables.ready(id, { columns, by, rows: count, reading: rows.reading() })
      } catch (error) {
        await tables.remove(id).catch(() => undefined)
        throw error
      }
      await tables.keepLatest(author.id ?? '', MOST_KEPT)
      return shown(resource, await mine(resource, id, author), author)
    },

    get: async (resource, id, author) => shown(resource, await mine(resource, id, author), author),

    async remove(resource, id, author) {
      const one = await mine(resource, id, author)
      if (one.state === 'applying') throw conflict('This import is being applied.')
      await tables.remove(id)
    },

    async setColumns(resource, id, { columns, by, numbers = null, dates = null }, author) {
      const one = await open(resource, id, author)
      const fillables = fillablesFor(resource, author)
      if (columns.length !== one.columns.length)
        throw refused('columns', `The file has ${one.columns.length} columns.`)
      const filled = columns.filter((path) => path !== null)
      const unknown = filled.find((path) => !fillables.some((field) => field.path === path))
      if (unknown !== undefined) throw refused('columns', `There is no field '${unknown}' to fill.`)
      const double = filled.find((path, at) => filled.indexOf(path) !== at)
      if (double !== undefined) throw refused('columns', `Two columns fill '${double}'.`)
      if (by !== null && !keysOf(resource, fillables).some(({ path }) => path === by))
        throw refused('by', `Rows cannot be matched by '${by}'.`)
      if (by !== null && !pathsOf(resource, by).every((path) => filled.includes(path)))
        throw refused('by', `No column fills '${by}', by which rows are to be matched.`)
      const set = one.columns.map((column, at) => ({ ...column, field: columns[at] ?? null }))
      if (!(await tables.setColumns(one, { columns: set, by, numbers, dates })))
        throw changedMeanwhile()
      return shown(resource, await mine(resource, id, author), author)
    },

    async plan(resource, id, author) {
      const until = Date.now() + PLAN_MS
      let one = await open(resource, id, author)
      const looking = lookingFor(resource, author)
      askForForms(formsOf(one, looking.fillables).shown)
      while (one.state !== 'planned') {
        const rows = await tables.after(undefined, id, one.reached, pieceOf(one))
        const last = rows.at(-1)
        const { looked, claims } = await lookAt(looking, one, rows)
        const counts = { ...one.counts, waiting: one.counts.waiting - rows.length }
        for (const { found } of looked) counts[found.state] += 1
        const done = one.done + rows.length
        const state = !last || done >= one.rows ? 'planned' : 'planning'
        const now = { reached: last?.line ?? one.reached, done, counts, state } as const
        const found = looked.map((each) => each.found)
        // Who asked for the same at the same time goes on with it.
        if (!(await tables.keep(one, found, claims, now))) break
        one = { ...one, ...now, revision: one.revision + 1 }
        if (Date.now() > until) break
      }
      return shown(resource, await mine(resource, id, author), author)
    },

    async rows(resource, id, { state, page, limit }, author) {
      const one = await mine(resource, id, author)
      const rows = await tables.rows(one, state, { offset: (page - 1) * limit, limit })
      const secrets = secretsOf(resource, one)
      const total = state === undefined ? one.rows : (one.counts[state] ?? 0)
      return {
        rows: rows.map((row) => shownRow(one, row, secrets)),
        pagination: { page, limit, total },
      }
    },

    async mend(resource, id, line, cells, author) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const one = await open(resource, id, author)
        const [row] = await tables.lines(one, [line])
        if (!row) throw notFound(`The file has no line ${line}.`)
        const secrets = secretsOf(resource, one)
        const mended: KeptRow = { ...row, cells: [...row.cells], damage: null }
        for (const [at, text] of Object.entries(cells)) {
          if (Number(at) >= one.columns.length)
            throw refused(`cells.${at}`, `The file has ${one.columns.length} columns.`)
          if (text === MASKED && secrets.has(Number(at))) continue
          mended.cells[Number(at)] = text.toWellFormed?.().replaceAll('\0', '\uFFFD') ?? text
        }
        mended.cells = Array.from(mended.cells, (cell) => cell ?? '')
        const found =
          line > one.reached
            ? (await tables.keep(one, [{ ...mended, state: 'waiting' }], [], one)) && [mended]
            : await replan(lookingFor(resource, author), one, [line], mended)
        const own = (found || []).find((each) => each.line === line)
        if (own) {
          const row = { ...mended, ...own, cells: mended.cells, damage: null }
          return shownRow(one, row, secrets)
        }
      }
      throw changedMeanwhile()
    },

    async failed(resource, id, author) {
      const one = await mine(resource, id, author)
      return {
        headers: desk.headsOf(resource, one),
        file: one.file,
        pages: failedPages(tables, one, secretsOf(resource, one)),
      }
    },

    async apply(resource, id, leaveRefused, author) {
      const one = await mine(resource, id, author)
      const before = await options.changes.again(author)
      const isAgain = one.state === 'applying' && isSameKey(one.keyHash, author)
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
      if (!(await tables.setApplying(one, author.once?.key ?? null))) throw changedMeanwhile()
      applying.begin(resource, one, author)
      return { one: shown(resource, await mine(resource, id, author), author), change: undefined }
    },

    stop: () => applying.stop(),
  }
}

/** Throws 400 while a cell may mean two things, and nobody said which. */
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

function isSameKey(key: Buffer | null, { once }: Author): boolean {
  return key !== null && once?.key.equals(key) === true
}

function refused(field: string, message: string) {
  return invalid(message, { [field]: message })
}

function changedMeanwhile() {
  return conflict('This import was changed by another request meanwhile. Please try again.')
}
