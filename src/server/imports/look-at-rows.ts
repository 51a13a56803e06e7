import type { RowFault, RowState } from '#contract/imports.ts'
import { cleanText, trimUnseen } from '#model/clean-text.ts'
import type { Unique } from '#model/declaration.ts'
import { isSameField, isSameValue } from '#model/field-changes.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { MOST_FAULTS } from '#model/words.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Store } from '#server/db/store.ts'
import type { KnownRecords, Outcome, RequestedChange } from '#server/history/plan.ts'
import { shownFields, shownName } from '#server/history/plan-answers.ts'
import { dataAfter } from '#server/history/validate.ts'
import type { Author } from '#server/history/write.ts'
import type { Known } from '#server/records/records.ts'
import { type Data, isId } from '#server/records/shape.ts'
import { bodyOf, type Filling, fillingsOf, placed } from './bodies.ts'
import { namesIn, type Reading, readCell } from './cells.ts'
import type { Fillable } from './fillable.ts'
import { formsOf } from './forms.ts'
import type { Claim, Found, KeptCell, KeptImport, KeptRow } from './kept-imports.ts'

/** What looking at rows takes. */
export interface Looking {
  store: Store<KeptCell[]>
  resource: Resource
  fillables: readonly Fillable[]
  author: Author
  zone: string
  /** Whether the author may read what records of another resource are called. */
  mayName(to: string): boolean
  /** As a change set's: with a transaction the records are locked. */
  rehearse(asked: readonly RequestedChange[], read: KnownRecords): Promise<Outcome[]>
  tx?: Tx
}

/** A row that was looked at. */
export interface Looked {
  row: KeptRow
  found: Found
  /** What is to be written of it; absent of what changes nothing, or may not. */
  outcome?: Outcome
}

/** A row on its way. */
interface Draft {
  row: KeptRow
  id?: string
  faults: RowFault[]
}

/**
 * Looks at some rows of an import, in the order of the file: which record each is about, what it asks for, and what
 * stands against it. Writes nothing. `versions` says that a record must be as it was when the row was looked at last.
 */
export async function lookAt(
  looking: Looking,
  one: KeptImport,
  rows: readonly KeptRow[],
  hasVersions = false,
): Promise<{ looked: Looked[]; claims: Claim[] }> {
  const { store, resource, tx } = looking
  const fillings = fillingsOf(one.columns, looking.fillables)
  const key = keyOf(resource, one.by)
  const reading: Reading = {
    zone: looking.zone,
    format: one.format,
    forms: formsOf(one, looking.fillables).forms,
    ids: await idsByName(looking, fillings, rows),
  }
  const drafts = rows.map(
    (row): Draft => ({
      row,
      faults: row.damage === null ? [] : [{ message: row.damage }],
    }),
  )
  await findRecords(looking, one, drafts, fillings, reading, key)

  const records = store.records(resource.name)
  const known = await records.many(
    drafts.flatMap(({ id }) => id ?? []),
    tx,
  )
  const owners = drafts.flatMap(({ id, row }) =>
    id === undefined ? [] : [{ line: row.line, claim: `r ${id}` }],
  )
  const doubled = await store.imports.earlier(one.id, owners)
  const asked: { draft: Draft; asked: RequestedChange }[] = []
  const quiet = new Set<Draft>()
  for (const draft of drafts) {
    const first = doubled.get(draft.row.line)
    if (first)
      draft.faults.push({ message: `Line ${first.line} is about the same ${noun(resource)}.` })
    const before = draft.id === undefined ? undefined : known.get(draft.id)
    const may = draft.id === undefined ? 'create' : 'edit'
    if (!resource.actions.includes(may)) draft.faults.push({ message: refusedKind(resource, may) })
    const wanted = hasVersions ? plannedOf(fillings, draft.row) : fillings
    const { body, faults } = bodyOf(wanted, draft.row.cells, before?.data, reading)
    draft.faults.push(...faults)
    // A row that is wrong as a whole says nothing more; of one with faulty cells the others are checked, too.
    if (draft.faults.length > faults.length) continue
    const isSame = Object.keys(body).length === 0
    if (faults.length > 0 && isSame && draft.id !== undefined) continue
    if (before && !before.isDeleted && isSame) quiet.add(draft)
    else asked.push({ draft, asked: askedOf(looking, draft, body, hasVersions) })
  }

  const outcomes = await looking.rehearse(
    asked.map((each) => each.asked),
    new Map([[resource.name, known]]),
  )
  const byDraft = new Map(asked.map(({ draft }, at) => [draft, outcomes[at]]))
  const claims = [...owners]
  const takings = await takingsOf(looking, [...byDraft])
  const taken = await store.imports.earlier(
    one.id,
    takings.map(({ line, claim }) => ({ line, claim })),
  )
  const looked = drafts.map((draft): Looked => {
    const outcome = byDraft.get(draft)
    const twin = taken.get(draft.row.line)
    if (twin && outcome && outcome.state !== 'refused') {
      const rule = takings.find(
        ({ line, claim }) => line === draft.row.line && claim === twin.claim,
      )?.rule
      const field = looking.fillables.find(({ path }) => path === rule?.path)
      const words = `Line ${twin.line} has the same ${field?.label ?? 'value'}.`
      draft.faults.push(...placed(words, rule && { [rule.path]: words }, fillings))
    }
    return lookedOf(looking, draft, outcome, quiet.has(draft), fillings, one)
  })
  const refused = new Set(
    looked.flatMap(({ found }) => (found.state === 'refused' ? [found.line] : [])),
  )
  claims.push(...takings.flatMap(({ line, claim }) => (refused.has(line) ? [] : [{ line, claim }])))
  return { looked, claims }
}

/** What a row was planned to change: what others wrote since in other fields is not written over. */
function plannedOf(fillings: readonly Filling[], { fields }: KeptRow): readonly Filling[] {
  if (!fields) return fillings
  const paths = Object.keys(fields)
  return fillings.filter(({ field }) => paths.some((path) => isSameField(path, field.path)))
}

function noun({ label }: Resource): string {
  return label.one.toLowerCase()
}

function refusedKind(resource: Resource, may: 'create' | 'edit'): string {
  return may === 'create'
    ? `No ${noun(resource)} can be made by an import: none that is there was found for this row.`
    : `A ${noun(resource)} that is there cannot be changed by an import.`
}

function askedOf(
  { resource, fillables }: Looking,
  { row, id }: Draft,
  body: Data,
  hasVersions: boolean,
): RequestedChange {
  if (id === undefined) {
    // As the form does: who has no password sets one by a link.
    const without = fillables.filter(({ isNullable, path }) => isNullable && !(path in body))
    const whole = without.reduce((done, { path }) => setAt(done, path, null), body)
    return { change: { resource: resource.name, action: 'create', body: whole } }
  }
  return {
    change: { resource: resource.name, action: 'update', id, body },
    ...(hasVersions && row.version !== null && { version: row.version }),
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
  { store, resource, tx }: Looking,
  { by }: KeptImport,
  drafts: readonly Draft[],
  fillings: readonly Filling[],
  reading: Reading,
  key: Unique | undefined,
): Promise<void> {
  const idAt = fillings.find(({ field }) => field.kind === 'id')?.at
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
      const filling = fillings.find(({ field }) => field.path === path)
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
  { store, mayName }: Looking,
  fillings: readonly Filling[],
  rows: readonly KeptRow[],
): Promise<Reading['ids']> {
  const names = new Map<string, Set<string>>()
  for (const { at, field } of fillings) {
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
  { store, resource, tx }: Looking,
  drafts: readonly (readonly [Draft, Outcome | undefined])[],
): Promise<(Claim & { rule: Unique })[]> {
  const claims: (Claim & { rule: Unique })[] = []
  for (const [number, rule] of resource.unique.entries()) {
    if (rule.only !== undefined) continue
    const takers = drafts.flatMap(([draft, outcome]) => {
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
      if (line !== undefined) claims.push({ line, claim: `u${number} ${key}`, rule })
    }
  }
  return claims
}

function isTaken({ path, within = [] }: Unique, { before }: Outcome, data: Data): boolean {
  return [path, ...within].some((at) => !isSameValue(getAt(data, at), getAt(before?.data, at)))
}

function lookedOf(
  { author }: Looking,
  draft: Draft,
  outcome: Outcome | undefined,
  isQuiet: boolean,
  fillings: readonly Filling[],
  { by }: KeptImport,
): Looked {
  const { row, id } = draft
  const refusal = outcome?.refusal
  const faults = [...draft.faults]
  if (refusal) {
    const isById = by === '_id' && id !== undefined
    // A cell that could not be read has said why already: without its value more may seem to be wrong there.
    const told = new Set(faults.flatMap(({ column }) => column ?? []))
    const more = faultsOf(refusal.error, fillings, isById)
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
    found: {
      line: row.line,
      state,
      faults: faults.slice(0, MOST_FAULTS),
      recordId: id ?? null,
      version: before?.version ?? null,
      name: outcome ? shownName(outcome, before, author) : null,
      fields:
        state === 'update' && outcome?.fields ? shownFields(outcome, outcome.fields, author) : null,
    },
    ...(isWritten && { outcome }),
  }
}

/** A record that is not there is told at its id. */
function faultsOf(
  { code, message, fields }: { code: string; message: string; fields?: Record<string, string> },
  fillings: readonly Filling[],
  isById: boolean,
): RowFault[] {
  const isMissing = code === 'not_found' && isById
  return placed(message, isMissing ? { _id: message } : fields, fillings)
}
