import type { RowFault, RowState } from '#contract/imports.ts'
import { cleanText, trimUnseen } from '#model/clean-text.ts'
import type { Unique } from '#model/declaration.ts'
import { isSameField, isSameValue } from '#model/field-changes.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { MOST_FAULTS } from '#model/words.ts'
import type { Tx } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'
import {
  type Change,
  type KnownRecords,
  type Outcome,
  shownFields,
  shownName,
} from '#server/history/plan.ts'
import { dataAfter } from '#server/history/validate.ts'
import type { Author } from '#server/http/authorise.ts'
import { type Data, isId } from '#server/records/shape.ts'
import { uniqueHolders } from '#server/records/uniqueness.ts'
import type { Context, Store } from '#server/services.ts'
import type { TargetField } from './match-columns.ts'
import { formsOf } from './number-date-formats.ts'
import {
  type MappedColumn,
  mappedColumns,
  namesIn,
  type Reading,
  rowToBody,
  toRowFaults,
} from './row-to-body.ts'
import type { ImportStage, LineKey, RowResult, StagedImport, StagedRow } from './stage.ts'

/** A request for one import, with what validating its rows needs. */
export interface Asked {
  store: Store
  stage: ImportStage
  access: Context['access']
  resource: Resource
  id: string
  author: Author
  /** The fields that the author may read and write. */
  fields: readonly TargetField[]
  /** The password fields of the resource. */
  passwords: readonly TargetField[]
  /** The zone of times that name none. */
  zone: string
  plan(changes: readonly Change[], known: KnownRecords): Promise<Outcome[]>
  /** While applying. */
  tx?: Tx
}

/** A row under validation. */
interface Draft {
  row: StagedRow
  /** The id of the record to update. */
  id: string | undefined
  faults: RowFault[]
  /** The unique values of the row, with their paths. */
  values: (LineKey & { path: string })[]
  change: Change
  /** faulty: a cell cannot be parsed. wrong: the whole row is refused and not planned. */
  state: 'valid' | 'faulty' | 'wrong' | 'unchanged'
  outcome?: Outcome | undefined
}

/**
 * Validates rows in the order of the file: finds their records, converts their cells into bodies, and plans them as a
 * change set. Writes nothing. With a transaction, a record must be unchanged since its row was validated. Returns each
 * row with its result and its write, if any.
 */
export async function validateRows(asked: Asked, one: StagedImport, rows: readonly StagedRow[]) {
  const { store, stage, resource, author, tx } = asked
  const mapped = mappedColumns(one.columns, asked.fields)
  const { numbers, dates } = formsOf(one, asked.fields)
  const reading: Reading = {
    ...{ zone: asked.zone, format: one.format },
    forms: { numbers: numbers.form, dates: dates.form },
    ids: await idsByName(asked, mapped, rows),
  }
  const ids = await findRecords(asked, one, rows, mapped, reading)
  const known = await store.records(resource.name).many([...ids.values()], tx)
  // The plan has already found lines with the same record or value.
  const firstLines = async (keys: readonly LineKey[]) =>
    tx ? new Map<string, number>() : stage.firstLines(one, keys)
  const firstOfRecord = await firstLines([...ids].map(([line, id]) => ({ line, key: `r ${id}` })))
  const noun = resource.label.one.toLowerCase()
  const idAt = one.by === '_id' ? mapped.find(({ field }) => field.kind === 'id')?.at : undefined

  const drafts = rows.map((row): Draft => {
    const id = ids.get(row.line)
    const faults: RowFault[] = row.damage === null ? [] : [{ message: row.damage }]
    if (idAt !== undefined && id === undefined && idIn(row, idAt) !== '')
      faults.push({ column: idAt, message: 'This is not the id of a record.' })
    const first = firstOfRecord.get(`r ${id}`) ?? row.line
    if (first < row.line) faults.push({ message: `Line ${first} has the same ${noun}.` })
    if (id === undefined && !resource.actions.includes('create'))
      faults.push({
        message: `This row matches no ${noun}, and imports cannot create one.`,
      })
    if (id !== undefined && !resource.actions.includes('edit'))
      faults.push({ message: `Imports cannot change an existing ${noun}.` })
    const isWrong = faults.length > 0
    const before = id === undefined ? undefined : known.get(id)
    // The columns that the plan changes. Later changes of other fields are merged. Changes of a hidden field are not
    // stored with the row.
    const paths = tx && row.fields && Object.keys(row.fields)
    const isPlanned = ({ field }: MappedColumn) =>
      !(paths && field.exported) || paths.some((path) => isSameField(path, field.path))
    const columns = mapped.filter(isPlanned)
    const { body, faults: unread } = rowToBody(columns, row.cells, before?.data, reading)
    faults.push(...unread)
    const isSame = before?.isDeleted === false && Object.keys(body).length === 0
    return {
      ...{ row, id, faults, change: changeOf(asked, row, id, body) },
      values: [],
      state: isWrong ? 'wrong' : unread.length > 0 ? 'faulty' : isSame ? 'unchanged' : 'valid',
    }
  })
  // The other cells of faulty rows are planned separately, so that such a row takes no unique value from others.
  for (const state of tx ? ['valid'] : ['valid', 'faulty']) {
    const planned = drafts.filter((draft) => draft.state === state)
    if (planned.length === 0) continue
    const changes = planned.map(({ change }) => change)
    const outcomes = await asked.plan(changes, new Map([[resource.name, known]]))
    for (const [at, draft] of planned.entries()) draft.outcome = outcomes[at]
  }
  if (!tx) await addUniqueValues(asked, drafts)
  const firstOfValue = await firstLines(drafts.flatMap(({ values }) => values))
  return drafts.map(({ row, id, faults, change, values, state, outcome }) => {
    for (const { key, path } of values) {
      const first = firstOfValue.get(key) ?? row.line
      const label = asked.fields.find((field) => field.path === path)?.label ?? 'value'
      const message = `Line ${first} has the same ${label}.`
      if (first < row.line) faults.push(...toRowFaults(message, { [path]: message }, mapped))
    }
    faults.push(...outcomeFaults(outcome, faults, one.by === '_id' && id !== undefined, mapped))
    const action = change.action === 'create' ? 'create' : 'update'
    const isUnchanged = state === 'unchanged' || outcome?.state === 'unchanged'
    const newState: RowState = faults.length > 0 ? 'refused' : isUnchanged ? 'unchanged' : action
    const result: RowResult = {
      ...{ line: row.line, state: newState, faults: faults.slice(0, MOST_FAULTS) },
      ...{ recordId: id ?? null, version: outcome?.before?.version ?? null },
      name: outcome ? shownName(outcome, author) : null,
      // A refused row takes no unique value.
      keys: [
        ...(id === undefined ? [] : [`r ${id}`]),
        ...(newState === 'refused' ? [] : values.map(({ key }) => key)),
      ],
      fields: newState === 'update' && outcome?.fields ? shownFields(outcome, author) : null,
    }
    return { row, result, outcome: newState === action ? outcome : undefined }
  })
}

function changeOf(
  { resource, fields, tx }: Asked,
  { version }: StagedRow,
  id: string | undefined,
  body: Data,
): Change {
  if (id !== undefined) {
    const change = { resource: resource.name, action: 'update', id, values: body } as const
    return { ...change, ...(tx && version !== null && { version }) }
  }
  // A new user without a password sets one by a link.
  const absent = fields.filter(({ isNullable, path }) => isNullable && !(path in body))
  const values = absent.reduce((done, { path }) => setAt(done, path, null), body)
  return { resource: resource.name, action: 'create', values }
}

function idIn({ cells }: StagedRow, at: number): string {
  return trimUnseen(String(cells[at] ?? ''))
}

/** Returns the unique rule that `by` names; undefined for the id and for null. */
export function uniqueRuleOf({ unique }: Resource, by: string | null): Unique | undefined {
  return unique.find(({ path, only }) => path === by && only === undefined)
}

/** Returns the ids of the records of rows by line: found by id, or by a unique value as the database compares it. */
async function findRecords(
  { store, resource, tx }: Asked,
  { by }: StagedImport,
  rows: readonly StagedRow[],
  mapped: readonly MappedColumn[],
  reading: Reading,
): Promise<Map<number, string>> {
  const idAt = mapped.find(({ field }) => field.kind === 'id')?.at
  if (by === '_id' && idAt !== undefined)
    return new Map(
      rows
        .map((row) => [row.line, idIn(row, idAt).toLowerCase()] as const)
        .filter(([, id]) => isId(id)),
    )
  const rule = uniqueRuleOf(resource, by)
  if (!rule) return new Map()
  const paths = [rule.path, ...(rule.within ?? [])]
  const columns = mapped.filter(({ field }) => paths.includes(field.path))
  const values = rows.map(({ cells }) => {
    const cleaned = [...cells]
    for (const { at } of columns) {
      const cell = cells[at]
      if (typeof cell === 'string') cleaned[at] = cleanText(cell)
    }
    return rowToBody(columns, cleaned, undefined, reading).body
  })
  const ids = new Map<number, string>()
  const holders = await uniqueHolders(tx ?? store.pool, resource, rule, values)
  for (const { place, holder } of holders) {
    const line = rows[place]?.line
    const isWhole = paths.every((path) => getAt(values[place], path) !== undefined)
    if (line !== undefined && holder !== null && isWhole) ids.set(line, holder)
  }
  return ids
}

async function idsByName(
  { store, access, author: { role } }: Asked,
  mapped: readonly MappedColumn[],
  rows: readonly StagedRow[],
): Promise<Reading['ids']> {
  const ids = new Map<string, ReadonlyMap<string, readonly string[]> | undefined>()
  const targets = new Set(mapped.flatMap(({ field }) => field.to ?? []))
  for (const to of targets) {
    const names = mapped
      .filter(({ field }) => field.to === to)
      .flatMap(({ at, field }) =>
        rows.flatMap(({ cells }) => namesIn(field, String(cells[at] ?? ''))),
      )
    const mayName = role === null || access.mayName(role, to)
    ids.set(to, mayName ? await store.references.byNames(to, [...new Set(names)]) : undefined)
  }
  return ids
}

/** Adds the unique values of valid rows, as the database compares them. */
async function addUniqueValues({ store, resource }: Asked, drafts: readonly Draft[]) {
  for (const [number, rule] of resource.unique.entries()) {
    if (rule.only !== undefined) continue
    const paths = [rule.path, ...(rule.within ?? [])]
    const takers = drafts.flatMap(({ row: { line }, values, state, outcome }) => {
      if (state !== 'valid' || outcome?.state !== 'changed' || !outcome.write) return []
      const data = dataAfter(outcome.write) ?? {}
      const isTaking = (path: string) =>
        !isSameValue(getAt(data, path), getAt(outcome.before?.data, path))
      return paths.some(isTaking) ? [{ line, values, data }] : []
    })
    if (takers.length === 0) continue
    const rows = takers.map(({ data }) => data)
    const holders = await uniqueHolders(store.pool, resource, rule, rows)
    for (const { place, key } of holders) {
      const { line = 0, values } = takers[place] ?? {}
      values?.push({ line, key: `u${number} ${key}`, path: rule.path })
    }
  }
}

/** Returns why a row cannot be written. Cells that could not be parsed already have their error. */
function outcomeFaults(
  outcome: Outcome | undefined,
  faults: readonly RowFault[],
  isById: boolean,
  mapped: readonly MappedColumn[],
): RowFault[] {
  if (outcome?.state === 'stale')
    return [{ message: 'The same fields were changed since the preview.' }]
  if (!outcome?.refusal) return []
  const { code, message, fields } = outcome.refusal.error
  const isMissing = isById && code === 'not_found'
  return toRowFaults(message, isMissing ? { _id: message } : fields, mapped).filter(
    ({ column }) => column === undefined || !faults.some((fault) => fault.column === column),
  )
}

/**
 * Validates these lines again, one of which may be edited, and the lines that share a key with them. Stores and returns
 * the results; undefined if another request wrote first.
 */
export async function revalidate(
  asked: Asked,
  one: StagedImport,
  lines: readonly number[],
  edited?: StagedRow,
): Promise<RowResult[] | undefined> {
  const { stage } = asked
  const validate = async (which: readonly number[]) => {
    const rows = await stage.rows(one, sql`r.line = any(${which}::int[])`)
    return validateRows(
      asked,
      one,
      rows.map((row) => (row.line === edited?.line ? edited : row)),
    )
  }
  const begun = [...lines, ...(await stage.sharing(one, lines, []))]
  const keys = (await validate(begun)).flatMap(({ result }) => result.keys)
  const validated = await validate([...begun, ...(await stage.sharing(one, lines, keys))])
  const counts = { ...one.counts }
  const results = validated.map(({ row, result }): RowResult => {
    counts[row.state] -= 1
    counts[result.state] += 1
    return row.line === edited?.line ? { ...result, cells: row.cells } : result
  })
  return (await stage.saveResults(one, results, { ...one, counts })) ? results : undefined
}
