// Keeps zod from evaluating generated code. Must be imported before zod.
import '#model/schema.ts'
import * as z from 'zod'
import type { FieldChanges } from '#model/field-changes.ts'

export const CHANGES_PATH = '/changes'
/** Maximum number of records in a change set. */
export const MOST_CHANGED = 10_000

/** The names that replace those of erased records. */
export const ERASED_PERSON = 'Erased person'

export function erasedName(resource: string): string {
  return resource === 'users' ? ERASED_PERSON : 'Erased record'
}

/** Origins of a change. */
export const VIAS = [
  'form',
  'list',
  'action',
  'restore',
  'undo',
  'command',
  'public',
  'import',
  'agent',
  'token',
  'sign-on',
] as const
export type Via = (typeof VIAS)[number]

export const ENTRY_ACTIONS = ['create', 'update', 'delete', 'restore', 'erase'] as const
export type EntryAction = (typeof ENTRY_ACTIONS)[number]
/** Actions that a change set can take on a record. */
export type ItemAction = Exclude<EntryAction, 'erase'>

const values = z.record(z.string(), z.unknown())
const version = z.int().min(1).optional()
const id = z.string()

function itemOf(resource: z.ZodType<string>) {
  return z.discriminatedUnion('action', [
    z.strictObject({ resource, action: z.literal('create'), values }),
    z.strictObject({ resource, action: z.literal('update'), id, version, values }),
    z.strictObject({ resource, action: z.literal('delete'), id, version }),
    z.strictObject({ resource, action: z.literal('restore'), id, version }),
  ])
}
export type Item = z.output<ReturnType<typeof itemOf>>

const change = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('update'), values }),
  z.strictObject({ action: z.literal('delete') }),
  z.strictObject({ action: z.literal('restore') }),
])

const ids = z.array(z.string()).min(1).max(MOST_CHANGED)

/** Returns the schemas of change bodies for the resources with these names. */
export function changeBodies(names: readonly string[]) {
  const resource = z
    .string()
    .refine((name) => names.includes(name), { error: `must be one of ${names.join(', ')}` })
    .meta({ enum: [...names] })
  const items = z.array(itemOf(resource)).min(1).max(MOST_CHANGED)
  const digest = z.string()
  const without = z.array(z.string()).optional()
  return {
    /**
     * Items, or one change of many records: of the list with this query string, or of these ids, each `id` or
     * `id@version`.
     */
    plan: z.union([
      z.strictObject({ items }),
      z.strictObject({ resource, change, ids }),
      z.strictObject({ resource, change, query: z.string() }),
    ]),
    /**
     * The plan to apply, with its digest. `without` names the refused items to skip: by id, or by `#` and the
     * index of a record to create.
     */
    apply: z.union([
      z.strictObject({ digest, items, without }),
      z.strictObject({ digest, resource, change, ids, without }),
    ]),
  }
}
type Bodies = ReturnType<typeof changeBodies>
export type PlanBody = z.output<Bodies['plan']>
export type ApplyBody = z.output<Bodies['apply']>

const fields = (z.record(z.string(), z.unknown()) as unknown as z.ZodType<FieldChanges>).describe(
  'The value of each field before and after, by dotted path',
)

const shared = {
  resource: z.string(),
  name: z.string(),
  action: z.enum(['create', 'update', 'delete', 'restore']),
  fields: fields.exactOptional(),
  /** Readable reason why the record is refused, stale or kept. */
  reason: z.string().exactOptional(),
  /** The code of the refusal, as in errors. */
  rule: z.string().exactOptional(),
  /** Author and time of the change since. */
  by: z.string().exactOptional(),
  at: z.string().exactOptional(),
}

const plannedItem = z.object({
  ...shared,
  /** Absent for a record to create. */
  id: z.string().exactOptional(),
  version: z.int().exactOptional(),
  /** `stale`: another user changed the same fields since the given version. */
  state: z.enum(['changed', 'unchanged', 'refused', 'stale']),
})
export type PlannedItem = z.output<typeof plannedItem>

export const plan = z.object({
  /** Covers ids, versions and values, so that only the planned change can be applied with it. */
  digest: z.string(),
  counts: z.object({ changed: z.int(), unchanged: z.int(), refused: z.int(), stale: z.int() }),
  items: z.array(plannedItem),
})
export type Plan = z.output<typeof plan>

export const applied = z.object({
  /** The id of the change; absent when nothing changed. */
  id: z.string().exactOptional(),
  counts: z.object({ changed: z.int(), unchanged: z.int(), left: z.int(), clashed: z.int() }),
  /** Skipped, because another user changed the same fields since the plan. */
  clashed: z.array(plannedItem),
})
export type Applied = z.output<typeof applied>

/** POST /changes/{id}/undo. `only` limits it to these records, or to these fields of one record. */
export const undoBody = z
  .strictObject({
    /** Previews the undo without writing. */
    plan: z.boolean().optional(),
    only: z
      .array(
        z.strictObject({
          resource: z.string(),
          id: z.string(),
          fields: z.array(z.string()).min(1).optional(),
        }),
      )
      .min(1)
      .optional(),
  })
  .default({})
export type UndoBody = z.input<typeof undoBody>

/** A record of an undo, with the action to undo. */
const undoItem = z.object({ ...shared, id: z.string() })
export type UndoItem = z.output<typeof undoItem>

export const undone = z.object({
  /** The change that undid it; absent for a plan, and when nothing could be undone. */
  id: z.string().exactOptional(),
  takenBack: z.array(undoItem),
  kept: z.array(undoItem),
  refused: z.array(undoItem),
  counts: z
    .object({ takenBack: z.int(), kept: z.int(), refused: z.int() })
    .exactOptional()
    .describe('Present for large changes, whose lists contain only the first records'),
})
export type Undone = z.output<typeof undone>

/** Who made a change, when and how. */
const origin = {
  at: z.iso.datetime(),
  by: z
    .object({ id: z.string(), name: z.string() })
    .exactOptional()
    .describe('Absent for changes without a signed-in user'),
  provider: z.string().exactOptional().describe('The single sign-on provider that caused it'),
  via: z.enum(VIAS).describe('How the change was made'),
  canUndo: z
    .boolean()
    .describe('The change is recent enough (TRASH_DAYS) and your role may undo it'),
}
const entryAction = z.enum(ENTRY_ACTIONS)
const record = { resource: z.string(), id: z.string(), name: z.string() }
const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  isMore: z.boolean().exactOptional().describe('There are more than total'),
})

/** A row of Activity. */
const changeLine = z.object({
  id: z.string(),
  ...origin,
  counts: z.array(z.object({ resource: z.string(), action: entryAction, count: z.int() })),
  records: z
    .array(z.object({ ...record, action: entryAction, isLive: z.boolean() }))
    .describe('The first of its records, with their names at that time'),
  undoes: z.string().exactOptional().describe('The change that it undid'),
  undoneBy: z.string().exactOptional().describe('The latest change that undid it'),
})
export type ChangeLine = z.output<typeof changeLine>

/** A row of a record's history. */
const historyLine = z.object({
  change: z.string(),
  version: z.int(),
  ...origin,
  action: entryAction,
  fields,
})
export type HistoryLine = z.output<typeof historyLine>

const changeItem = z.object({ ...record, ...historyLine.shape })

/** GET /changes */
export const changePage = z.object({ changes: z.array(changeLine), pagination })
export type ChangePage = z.output<typeof changePage>

/** GET /changes/{id} */
export const changeDetail = z.object({
  ...changeLine.shape,
  items: z.array(changeItem),
  pagination,
})
export type ChangeDetail = z.output<typeof changeDetail>

/** GET <record>/history, the latest first. */
export const historyPage = z.object({ history: z.array(historyLine), pagination })
export type HistoryPage = z.output<typeof historyPage>
