import type { RowFault, RowState } from '#contract/imports.ts'
import { cleanText, trimUnseen } from '#model/clean-text.ts'
import type { Unique } from '#model/declaration.ts'
import { isSameField, isSameValue } from '#model/field-changes.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { MOST_FAULTS } from '#model/words.ts'
import type { Tx } from '#server/db/pool.ts'
import type { KnownRecords, Outcome, RequestedChange } from '#server/history/plan.ts'
import { shownFields, shownName } from '#server/history/plan-answers.ts'
import { dataAfter } from '#server/history/validate.ts'
import type { Author } from '#server/history/write.ts'
import type { Known } from '#server/records/records.ts'
import { type Data, isId } from '#server/records/shape.ts'
import type { Store } from '#server/store.ts'
import type { TargetField } from './match-columns.ts'
import { formsOf } from './number-date-formats.ts'
import {
  type MappedColumn,
  mappedColumns,
  namesIn,
  placed,
  type Reading,
  readCell,
  rowToBody,
} from './row-to-body.ts'
import type { ImportStage, LineKey, RowResult, StagedImport, StagedRow } from './stage.ts'

/** What validating rows takes. */
export interface ValidationContext {
  store: Store
  stage: ImportStage
  resource: Resource
  fields: readonly TargetField[]
  author: Author
  /** The zone of times that name none. */
  zone: string
  /** Whether the author may read the names of another resource's records. */
  mayName(to: string): boolean
  /** The dry run of a change set: with a transaction the records are locked. */
  rehearse(asked: readonly RequestedChange[], read: KnownRecords): Promise<Outcome[]>
  tx?: Tx
}

export interface ValidatedRow {
  row: StagedRow
  result: RowResult
  /** What is to be written; absent where nothing is. */
  outcome?: Outcome
}

/** A row under validation. */
interface Draft {
  row: StagedRow
  id?: string
  faults: RowFault[]
}

/**
 * Validates rows of an import in the order of the file: finds their records, makes bodies of their cells, and plans
 * them as a change set. Writes nothing. While applying, a record must be as it was when its row was validated first.
 */
export async function validateRows(
  context: ValidationContext,
  one: StagedImport,
  rows: readonly StagedRow[],
  isApplying = false,
): Promise<ValidatedRow[]> {
  const { store, stage, resource, tx } = context
  const mapped = mappedColumns(one.columns, context.fields)
  const reading: Reading = {
    zone: context.zone,
    format: one.format,
    forms: formsOf(one, context.fields).forms,
    ids: await idsByName(context, mapped, rows),
  }
  const drafts = rows.map(
    (row): Draft => ({ row, faults: row.damage === null ? [] : [{ message: row.damage }] }),
  )
  await findRecords(context, one, drafts, mapped, reading)

  const ids = drafts.flatMap(({ id }) => id ?? [])
  const known = await store.records(resource.name).many(ids, tx)
  const owners = drafts.flatMap(({ id, row }) =>
    id === undefined ? [] : [{ line: row.line, key: `r ${id}` }],
  )
  const doubled = await stage.earlier(one, owners)
  const sound: Draft[] = []
  const faulty: Draft[] = []
  const unchanged = new Set<Draft>()
  const asked = new Map<Draft, RequestedChange>()
  for (const draft of drafts) {
    const { row, id, faults } = draft
    const first = doubled.get(row.line)
    if (first) faults.push({ message: `Line ${first.line} is about the same ${noun(resource)}.` })
    const action = id === undefined ? 'create' : 'edit'
    if (!resource.actions.includes(action))
      faults.push({ message: refusedAction(resource, action) })
    const isWrongAsAWhole = faults.length > 0
    const before = id === undefined ? undefined : known.get(id)
    const columns = isApplying ? plannedColumns(mapped, row) : mapped
    const { body, faults: found } = rowToBody(columns, row.cells, before?.data, reading)
    faults.push(...found)
    asked.set(draft, askedOf(context, draft, body, isApplying))
    const isSame = before?.isDeleted === false && Object.keys(body).length === 0
    if (isWrongAsAWhole) continue
    if (found.length > 0) faulty.push(draft)
    else if (isSame) unchanged.add(draft)
    else sound.push(draft)
  }

  const plan = async (some: readonly Draft[]) => {
    const outcomes = await context.rehearse(
      some.flatMap((draft) => asked.get(draft) ?? []),
      new Map([[resource.name, known]]),
    )
    return new Map(some.map((draft, at) => [draft, outcomes[at]]))
  }
  const outcomes = await plan(sound)
  // The other cells of rows with faulty ones are checked apart: such a row takes no value away from others.
  const others = faulty.length > 0 && !isApplying ? await plan(faulty) : new Map<Draft, Outcome>()
  const takings = await takingsOf(context, [...outcomes])
  const taken = await stage.earlier(one, takings)
  return drafts.map((draft): ValidatedRow => {
    const { line } = draft.row
    const outcome = outcomes.get(draft)
    const twin = taken.get(line)
    if (twin && outcome && outcome.state !== 'refused') {
      const rule = takings.find((each) => each.line === line && each.key === twin.key)?.rule
      const field = context.fields.find(({ path }) => path === rule?.path)
      const words = `Line ${twin.line} has the same ${field?.label ?? 'value'}.`
      draft.faults.push(...placed(words, rule && { [rule.path]: words }, mapped))
    }
    const isUnchanged = unchanged.has(draft)
    const validated = resultOf(
      context,
      draft,
      outcome ?? others.get(draft),
      isUnchanged,
      mapped,
      one,
    )
    const { result } = validated
    const own = result.state === 'refused' ? owners : [...owners, ...takings]
    result.keys.push(...own.flatMap((each) => (each.line === line ? each.key : [])))
    return validated
  })
}

/** The columns that a row was planned to change: what others wrote since in other fields stays. */
function plannedColumns(
  mapped: readonly MappedColumn[],
  { fields }: StagedRow,
): readonly MappedColumn[] {
  if (!fields) return mapped
  const paths = Object.keys(fields)
  return mapped.filter(({ field }) => paths.some((path) => isSameField(path, field.path)))
}

function noun({ label }: Resource): string {
  return label.one.toLowerCase()
}

function refusedAction(resource: Resource, action: 'create' | 'edit'): string {
  return action === 'create'
    ? `No ${noun(resource)} can be made by an import: none that is there was found for this row.`
    : `A ${noun(resource)} that is there cannot be changed by an import.`
}

function askedOf(
  { resource, fields }: ValidationContext,
  { row, id }: Draft,
  body: Data,
  isApplying: boolean,
): RequestedChange {
  if (id === undefined) {
    // As the form does: who has no password sets one by a link.
    const without = fields.filter(({ isNullable, path }) => isNullable && !(path in body))
    const whole = without.reduce((done, { path }) => setAt(done, path, null), body)
    return { change: { resource: resource.name, action: 'create', body: whole } }
  }
  return {
    change: { resource: resource.name, action: 'update', id, body },
    ...(isApplying && row.version !== null && { version: row.version }),
  }
}

/** The unique rule behind a key; undefined of the id, and of none. */
export function keyOf({ unique }: Resource, by: string | null): Unique | undefined {
  return by === null || by === '_id'
    ? undefined
    : unique.find(({ path, only }) => path === by && only === undefined)
}

/** Finds the record that each row is about: by its id, or as the database tells two values apart. */
async function findRecords(
  { store, resource, tx }: ValidationContext,
  { by }: StagedImport,
  drafts: readonly Draft[],
  mapped: readonly MappedColumn[],
  reading: Reading,
): Promise<void> {
  const key = keyOf(resource, by)
  const idAt = mapped.find(({ field }) => field.kind === 'id')?.at
  if (by === '_id' && idAt !== undefined)
    for (const draft of drafts) {
      const id = trimUnseen(String(draft.row.cells[idAt] ?? ''))
      if (isId(id)) draft.id = id.toLowerCase()
      else if (id !== '') draft.faults.push({ column: idAt, message: 'This is no id of a record.' })
    }
  if (!key) return
  const paths = [key.path, ...(key.within ?? [])]
  const rows = drafts.map(({ row }) =>
    paths.reduce<Data>((data, path) => {
      const filling = mapped.find(({ field }) => field.path === path)
      const cell = (filling && row.cells[filling.at]) ?? ''
      const text = typeof cell === 'number' ? cell : cleanText(cell)
      if (!filling || text === '') return data
      const said = readCell(filling.field, text, reading, undefined)
      return 'value' in said ? setAt(data, path, said.value) : data
    }, {}),
  )
  for (const { place, holder } of await store
    .taken(resource.name)
    .of(tx ?? store.pool, key, rows)) {
    const draft = drafts[place]
    const isWhole = paths.every((path) => getAt(rows[place], path) !== undefined)
    if (draft && holder !== null && isWhole) draft.id = holder
  }
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

/** The unique values that writes take, as the database compares them. */
async function takingsOf(
  { store, resource, tx }: ValidationContext,
  planned: readonly (readonly [Draft, Outcome | undefined])[],
): Promise<(LineKey & { rule: Unique })[]> {
  const keys: (LineKey & { rule: Unique })[] = []
  for (const [number, rule] of resource.unique.entries()) {
    if (rule.only !== undefined) continue
    const takers = planned.flatMap(([draft, outcome]) => {
      const data = outcome?.planned && dataAfter(outcome.planned)
      return data && isTaken(rule, outcome, data) ? [{ draft, data }] : []
    })
    if (takers.length === 0) continue
    const found = await store.taken(resource.name).of(
      tx ?? store.pool,
      rule,
      takers.map(({ data }) => data),
    )
    for (const { place, key } of found) {
      const line = takers[place]?.draft.row.line
      if (line !== undefined) keys.push({ line, key: `u${number} ${key}`, rule })
    }
  }
  return keys
}

function isTaken({ path, within = [] }: Unique, { before }: Outcome, data: Data): boolean {
  return [path, ...within].some((at) => !isSameValue(getAt(data, at), getAt(before?.data, at)))
}

function resultOf(
  { author }: ValidationContext,
  draft: Draft,
  outcome: Outcome | undefined,
  isQuiet: boolean,
  mapped: readonly MappedColumn[],
  { by }: StagedImport,
): ValidatedRow {
  const { row, id } = draft
  const refusal = outcome?.refusal
  const faults = [...draft.faults]
  if (refusal) {
    const isById = by === '_id' && id !== undefined
    // A cell that could not be read has said why already: without its value more may seem to be wrong there.
    const told = new Set(faults.flatMap(({ column }) => column ?? []))
    const more = faultsOf(refusal.error, mapped, isById)
    faults.push(...more.filter(({ column }) => column === undefined || !told.has(column)))
  }
  if (outcome?.state === 'stale')
    faults.push({ message: 'It was changed by somebody else meanwhile, in the same fields.' })
  const isDone = isQuiet || outcome?.state === 'unchanged'
  const state: RowState =
    faults.length > 0 ? 'refused' : isDone ? 'unchanged' : id === undefined ? 'create' : 'update'
  const isWritten = (state === 'create' || state === 'update') && outcome
  const before: Known | undefined = outcome?.before
  return {
    row,
    result: {
      line: row.line,
      state,
      faults: faults.slice(0, MOST_FAULTS),
      recordId: id ?? null,
      version: before?.version ?? null,
      name: outcome ? shownName(outcome, before, author) : null,
      keys: [],
      fields:
        state === 'update' && outcome?.fields ? shownFields(outcome, outcome.fields, author) : null,
    },
    ...(isWritten && { outcome }),
  }
}

/** A record that is not there is told at its id. */
function faultsOf(
  { code, message, fields }: { code: string; message: string; fields?: Record<string, string> },
  mapped: readonly MappedColumn[],
  isById: boolean,
): RowFault[] {
  const isMissing = code === 'not_found' && isById
  return placed(message, isMissing ? { _id: message } : fields, mapped)
}

/**
 * Validates these lines again, as they stand or fixed, with the lines that share a key with them, and stores the results.
 * Undefined when another request wrote meanwhile.
 */
export async function revalidate(
  context: ValidationContext,
  one: StagedImport,
  lines: readonly number[],
  fixed?: StagedRow,
): Promise<RowResult[] | undefined> {
  const { stage } = context
  const validate = async (which: readonly number[]) => {
    const rows = await stage.lines(one, which)
    const validated = await validateRows(
      context,
      one,
      rows.map((row) => (row.line === fixed?.line ? fixed : row)),
    )
    return { before: new Map(rows.map(({ line, state }) => [line, state])), validated }
  }
  const begun = new Set([...lines, ...(await stage.sharing(one, lines, []))])
  let { before, validated } = await validate([...begun])
  const keys = validated.flatMap(({ result }) => result.keys)
  const more = (await stage.sharing(one, lines, keys)).filter((line) => !begun.has(line))
  if (more.length > 0) ({ before, validated } = await validate([...begun, ...more]))
  const counts = { ...one.counts }
  const results = validated.map(({ row, result }): RowResult => {
    const was = before.get(row.line)
    if (was) counts[was] -= 1
    counts[result.state] += 1
    return row.line === fixed?.line ? { ...result, cells: fixed.cells } : result
  })
  const { reached, done, state } = one
  const isKept = await stage.keep(one, results, { reached, done, state, counts })
  return isKept ? results : undefined
}
