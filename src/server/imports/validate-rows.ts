import type { RowFault, RowState } from '#contract/imports.ts'
import { cleanText, trimUnseen } from '#model/clean-text.ts'
import type { Unique } from '#model/declaration.ts'
import { isSameField, isSameValue } from '#model/field-changes.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { MOST_FAULTS } from '#model/words.ts'
import type { Tx } from '#server/db/pool.ts'
import {
  type Change,
  type KnownRecords,
  type Outcome,
  shownFields,
  shownName,
} from '#server/history/plan.ts'
import { dataAfter, grouped } from '#server/history/validate.ts'
import type { Author } from '#server/http/authorise.ts'
import { type Data, isId } from '#server/records/shape.ts'
import type { Store } from '#server/services.ts'
import type { TargetField } from './match-columns.ts'
import { formsOf } from './number-date-formats.ts'
import {
  type MappedColumn,
  mappedColumns,
  namesIn,
  type Reading,
  readCell,
  rowToBody,
  toRowFaults,
} from './row-to-body.ts'
import type { ImportStage, LineKey, RowResult, StagedImport, StagedRow } from './stage.ts'

export interface ValidationContext {
  store: Store
  stage: ImportStage
  resource: Resource
  fields: readonly TargetField[]
  author: Author
  /** The zone of times that name none. */
  zone: string
  /** Checks that the author may read the names of another resource's records. */
  mayName(to: string): boolean
  plan(changes: readonly Change[], known: KnownRecords): Promise<Outcome[]>
  /** While applying. */
  tx?: Tx
}

export interface ValidatedRow {
  row: StagedRow
  result: RowResult
  /** Its write; undefined when nothing is written. */
  outcome: Outcome | undefined
}

/** A row under validation. */
interface Draft {
  row: StagedRow
  /** The id of the record to update. */
  id?: string
  faults: RowFault[]
  change: Change
  /** faulty: a cell cannot be read. wrong: the row as a whole is refused, and not planned. */
  state: 'valid' | 'faulty' | 'wrong' | 'unchanged'
  outcome: Outcome | undefined
}

/**
 * Validates rows in the order of the file: finds their records, makes bodies of their cells, and plans them as a change
 * set. Writes nothing. With a transaction a record must still be as it was when its row was validated.
 */
export async function validateRows(
  context: ValidationContext,
  one: StagedImport,
  rows: readonly StagedRow[],
): Promise<ValidatedRow[]> {
  const { store, stage, resource, tx } = context
  const mapped = mappedColumns(one.columns, context.fields)
  const reading: Reading = {
    zone: context.zone,
    format: one.format,
    forms: formsOf(one, context.fields).forms,
    ids: await idsByName(context, mapped, rows),
  }
  const found = await findRecords(context, one, rows, mapped, reading)
  const ids = [...found.ids.values()]
  const known = await store.records(resource.name).many(ids, tx)
  const recordKeys = [...found.ids].map(([line, id]) => ({ line, key: `r ${id}` }))
  const doubled = await stage.earlier(one, recordKeys)
  const noun = resource.label.one.toLowerCase()

  const drafts = rows.map((row): Draft => {
    const id = found.ids.get(row.line)
    const faults = row.damage === null ? [] : [{ message: row.damage }]
    faults.push(...(found.faults.get(row.line) ?? []))
    const first = doubled.get(row.line)
    if (first) faults.push({ message: `Line ${first.line} is about the same ${noun}.` })
    if (id === undefined && !resource.actions.includes('create'))
      faults.push({
        message: `No ${noun} can be made by an import: none that is there was found for this row.`,
      })
    if (id !== undefined && !resource.actions.includes('edit'))
      faults.push({ message: `A ${noun} that is there cannot be changed by an import.` })
    const isWrong = faults.length > 0
    const before = id === undefined ? undefined : known.get(id)
    const { body, faults: unread } = rowToBody(
      tx ? plannedColumns(mapped, row) : mapped,
      row.cells,
      before?.data,
      reading,
    )
    const isSame = before?.isDeleted === false && Object.keys(body).length === 0
    return {
      ...{ row, ...(id !== undefined && { id }), faults: [...faults, ...unread] },
      change: requestedChange(context, row, id, body),
      state: isWrong ? 'wrong' : unread.length > 0 ? 'faulty' : isSame ? 'unchanged' : 'valid',
      outcome: undefined,
    }
  })
  // The other cells of faulty rows are planned apart: such a row takes no unique value away from others.
  for (const state of tx ? ['valid'] : ['valid', 'faulty']) {
    const planned = drafts.filter((draft) => draft.state === state)
    if (planned.length === 0) continue
    const changes = planned.map(({ change }) => change)
    const outcomes = await context.plan(changes, new Map([[resource.name, known]]))
    for (const [at, draft] of planned.entries()) draft.outcome = outcomes[at]
  }
  const uniqueKeys = await uniqueKeysOf(context, drafts)
  const taken = await stage.earlier(one, uniqueKeys)
  const keys = grouped([...recordKeys, ...uniqueKeys], ({ line }) => line)
  return drafts.map((draft) => {
    const { row, faults, outcome } = draft
    const twin = taken.get(row.line)
    if (twin && outcome?.state !== 'refused') {
      const path = uniqueKeys.find((each) => each.line === row.line && each.key === twin.key)?.path
      const field = context.fields.find((each) => each.path === path)
      const message = `Line ${twin.line} has the same ${field?.label ?? 'value'}.`
      faults.push(...toRowFaults(message, path ? { [path]: message } : undefined, mapped))
    }
    faults.push(...outcomeFaults(draft, one, mapped))
    return validatedRow(context, draft, keys.get(row.line) ?? [])
  })
}

/** The columns that the row was planned to change. What others changed since in other fields is merged. */
function plannedColumns(mapped: readonly MappedColumn[], { fields }: StagedRow) {
  if (!fields) return mapped
  return mapped.filter(({ field }) =>
    Object.keys(fields).some((path) => isSameField(path, field.path)),
  )
}

function requestedChange(
  { resource, fields, tx }: ValidationContext,
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
  const whole = absent.reduce((done, { path }) => setAt(done, path, null), body)
  return { resource: resource.name, action: 'create', values: whole }
}

/** The unique rule that `by` names; undefined for the id and for null. */
export function uniqueRuleOf({ unique }: Resource, by: string | null): Unique | undefined {
  return unique.find(({ path, only }) => path === by && only === undefined)
}

/** Finds the records of rows by line: by their ids, or by a unique value as the database compares it. */
async function findRecords(
  { store, resource, tx }: ValidationContext,
  { by }: StagedImport,
  rows: readonly StagedRow[],
  mapped: readonly MappedColumn[],
  reading: Reading,
) {
  const ids = new Map<number, string>()
  const faults = new Map<number, RowFault[]>()
  const idAt = mapped.find(({ field }) => field.kind === 'id')?.at
  if (by === '_id' && idAt !== undefined)
    for (const { line, cells } of rows) {
      const id = trimUnseen(String(cells[idAt] ?? ''))
      if (isId(id)) ids.set(line, id.toLowerCase())
      else if (id !== '')
        faults.set(line, [{ column: idAt, message: 'This is no id of a record.' }])
    }
  const rule = uniqueRuleOf(resource, by)
  if (!rule) return { ids, faults }
  const paths = [rule.path, ...(rule.within ?? [])]
  const values = rows.map(({ cells }) => {
    let data: Data = {}
    for (const { at, field } of mapped.filter((column) => paths.includes(column.field.path))) {
      const cell = cells[at] ?? ''
      const text = typeof cell === 'number' ? cell : cleanText(cell)
      const read = text === '' ? {} : readCell(field, text, reading, undefined)
      if ('value' in read) data = setAt(data, field.path, read.value)
    }
    return data
  })
  const taken = store.uniqueHolders(resource.name)
  for (const { place, holder } of await taken.of(tx ?? store.pool, rule, values)) {
    const row = rows[place]
    const isWhole = paths.every((path) => getAt(values[place], path) !== undefined)
    if (row && holder !== null && isWhole) ids.set(row.line, holder)
  }
  return { ids, faults }
}

async function idsByName(
  { store, mayName }: ValidationContext,
  mapped: readonly MappedColumn[],
  rows: readonly StagedRow[],
): Promise<Reading['ids']> {
  const names = new Map<string, Set<string>>()
  for (const { at, field } of mapped) {
    if (field.to === undefined) continue
    const own = names.get(field.to) ?? new Set()
    for (const { cells } of rows)
      for (const name of namesIn(field, String(cells[at] ?? ''))) own.add(name)
    names.set(field.to, own)
  }
  const found = [...names].map(async ([to, own]) => {
    const ids = mayName(to) ? await store.references.byNames(to, [...own]) : undefined
    return [to, ids] as const
  })
  return new Map(await Promise.all(found))
}

/** The unique values that valid rows take, as the database compares them. */
async function uniqueKeysOf({ store, resource, tx }: ValidationContext, drafts: readonly Draft[]) {
  const keys: (LineKey & { path: string })[] = []
  for (const [number, rule] of resource.unique.entries()) {
    if (rule.only !== undefined) continue
    const paths = [rule.path, ...(rule.within ?? [])]
    const takers = drafts.flatMap(({ row, state, outcome }) => {
      const data = state === 'valid' && outcome?.write && dataAfter(outcome.write)
      const before = outcome?.before?.data
      return data && paths.some((path) => !isSameValue(getAt(data, path), getAt(before, path)))
        ? [{ line: row.line, data }]
        : []
    })
    if (takers.length === 0) continue
    const values = takers.map(({ data }) => data)
    const taken = store.uniqueHolders(resource.name)
    for (const { place, key } of await taken.of(tx ?? store.pool, rule, values)) {
      const line = takers[place]?.line
      if (line !== undefined) keys.push({ line, key: `u${number} ${key}`, path: rule.path })
    }
  }
  return keys
}

/** Why a row cannot be written. Cells that could not be read have their error already. */
function outcomeFaults(
  { id, faults, outcome }: Draft,
  { by }: StagedImport,
  mapped: readonly MappedColumn[],
): RowFault[] {
  if (outcome?.state === 'stale')
    return [{ message: 'It was changed by somebody else meanwhile, in the same fields.' }]
  if (!outcome?.refusal) return []
  const { code, message, fields } = outcome.refusal.error
  const isMissing = code === 'not_found' && by === '_id' && id !== undefined
  const known = new Set(faults.flatMap(({ column }) => column ?? []))
  return toRowFaults(message, isMissing ? { _id: message } : fields, mapped).filter(
    ({ column }) => column === undefined || !known.has(column),
  )
}

function validatedRow(
  { author }: ValidationContext,
  { row, id, faults, state, outcome }: Draft,
  keys: readonly LineKey[],
): ValidatedRow {
  const isUnchanged = state === 'unchanged' || outcome?.state === 'unchanged'
  const action = id === undefined ? 'create' : 'update'
  const result: RowState = faults.length > 0 ? 'refused' : isUnchanged ? 'unchanged' : action
  const own = keys.map(({ key }) => key)
  return {
    row,
    result: {
      line: row.line,
      state: result,
      faults: faults.slice(0, MOST_FAULTS),
      recordId: id ?? null,
      version: outcome?.before?.version ?? null,
      name: outcome ? shownName(outcome, author) : null,
      // A refused row takes no unique value.
      keys: result === 'refused' ? own.filter((key) => key.startsWith('r ')) : own,
      fields:
        result === 'update' && outcome?.fields
          ? shownFields(outcome, outcome.fields, author)
          : null,
    },
    outcome: result === action ? outcome : undefined,
  }
}

/**
 * Validates these lines again, one of them perhaps edited, with the lines that share a key with them. Stores and returns
 * the results; undefined when another request wrote meanwhile.
 */
export async function revalidate(
  context: ValidationContext,
  one: StagedImport,
  lines: readonly number[],
  edited?: StagedRow,
): Promise<RowResult[] | undefined> {
  const { stage } = context
  const validate = async (which: readonly number[]) => {
    const rows = await stage.lines(one, which)
    const current = rows.map((row) => (row.line === edited?.line ? edited : row))
    return validateRows(context, one, current)
  }
  const begun = new Set([...lines, ...(await stage.sharing(one, lines))])
  let validated = await validate([...begun])
  const keys = validated.flatMap(({ result }) => result.keys)
  const more = (await stage.sharing(one, lines, keys)).filter((line) => !begun.has(line))
  if (more.length > 0) validated = await validate([...begun, ...more])
  const counts = { ...one.counts }
  const results = validated.map(({ row, result }): RowResult => {
    counts[row.state] -= 1
    counts[result.state] += 1
    return row.line === edited?.line ? { ...result, cells: row.cells } : result
  })
  return (await stage.saveResults(one, results, { ...one, counts })) ? results : undefined
}
