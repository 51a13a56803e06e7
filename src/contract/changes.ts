// Forbids zod to evaluate texts, before it may.
import '#model/schema.ts'
import * as z from 'zod'
import type { FieldChanges } from '#model/field-changes.ts'
import { MOST_CHANGED } from './change-names.ts'

export type { FieldChange, FieldChanges } from '#model/field-changes.ts'

/** Through what a change came. */
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

export const ITEM_ACTIONS = ['create', 'update', 'delete', 'restore'] as const
export type ItemAction = (typeof ITEM_ACTIONS)[number]

const values = z.record(z.string(), z.unknown())
const version = z.int().min(1).optional()
const id = z.string()

/** One record of a change set, of one of these resources. */
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

/** The bodies of changes to these resources, by name. */
export function changeBodies(names: readonly string[]) {
  const resource = z
    .string()
    .refine((name) => names.includes(name), {
      error: `must be one of ${names.join(', ')}`,
    })
    .meta({ enum: [...names] })
  const items = z.array(itemOf(resource)).min(1).max(MOST_CHANGED)
  const digest = z.string()
  const without = z.array(z.string()).optional()
  return {
    /**
     * What a plan is asked for: items, or one change of all records that a list's query leaves (`query` is the list's
     * own query string), or of those with these ids, each `id` or `id@version`.
     */
    plan: z.union([
      z.strictObject({ items }),
      z.strictObject({ resource, change, ids }),
      z.strictObject({ resource, change, query: z.string() }),
    ]),
    /**
     * A plan to apply: its items with their versions (or `ids` as `id@version`), its digest, and which of its
     * refused items are left out: by id, or of records to create by `#` and their place from 0.
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

/** What would happen to one record. */
export interface PlannedItem {
  resource: string
  action: ItemAction
  /** Absent of a record that is to be created. */
  id?: string
  version?: number
  /** What the record is called. */
  name: string
  /** `stale`: it was changed since the version that was given, in the same fields. */
  state: 'changed' | 'unchanged' | 'refused' | 'stale'
  fields?: FieldChanges
  /** Of what is refused or stale: a sentence for people. */
  reason?: string
  /** Of what is refused: the code of the refusal, as in error answers. */
  rule?: string
  /** Of what is stale: who changed it, and when. */
  by?: string
  at?: string
}

export interface Plan {
  /** Bound to ids, versions and values: what is applied under it is what was planned. */
  digest: string
  counts: Record<PlannedItem['state'], number>
  items: PlannedItem[]
}

/** What became of a plan that was applied. */
export interface Applied {
  /** Of the change; absent when nothing was left to change. */
  id?: string
  counts: { changed: number; unchanged: number; left: number; clashed: number }
  /** Changed by somebody else since the plan, in the same fields: left as they are. */
  clashed: PlannedItem[]
}

/** `only` takes back a part: of these records, or of one of them these fields. */
export const undoBody = z
  .strictObject({
    /** Says what would happen, and writes nothing. */
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

/** A record, or a part of it, of an undo. */
export interface UndoItem {
  resource: string
  id: string
  name: string
  /** What was done, and would be taken back. */
  action: ItemAction
  fields?: FieldChanges
  /** Why it stays: a sentence for people. */
  reason?: string
  rule?: string
  /** Of what is kept: who changed it since, and when. */
  by?: string
  at?: string
}

export interface Undone {
  /** The change that took it back; absent of a plan, and when nothing could be. */
  id?: string
  takenBack: UndoItem[]
  kept: UndoItem[]
  refused: UndoItem[]
  /** Of a change of very many records: how many there are of each; the lists name the first of them. */
  counts?: { takenBack: number; kept: number; refused: number }
}

/** What is done to records; to erase one cannot be asked for in a change set. */
export const ENTRY_ACTIONS = [...ITEM_ACTIONS, 'erase'] as const
export type EntryAction = (typeof ENTRY_ACTIONS)[number]

/** A line of Activity. */
export interface ChangeLine {
  id: string
  at: string
  /** Absent when nobody signed in for it. */
  by?: { id: string; name: string }
  /** Where a provider of single sign-on said so: its name. */
  provider?: string
  via: Via
  /** How many records of which resource were what. */
  counts: { resource: string; action: EntryAction; count: number }[]
  /** The first of its records, by what they were called then; not live are those that are deleted by now. */
  records: { resource: string; id: string; name: string; action: EntryAction; isLive: boolean }[]
  undoes?: string
  /** The latest change that took it back. */
  undoneBy?: string
  /** Whether it may still be taken back: it is not too old, and the caller may. */
  canUndo: boolean
}

/** A line of a record's history, the latest first. */
export interface HistoryLine {
  change: string
  version: number
  at: string
  by?: { id: string; name: string }
  /** Where a provider of single sign-on said so: its name. */
  provider?: string
  via: Via
  action: EntryAction
  fields: FieldChanges
  canUndo: boolean
}

/** A record of a change, as GET /changes/{id} lists it. */
export interface ChangeItem extends HistoryLine {
  resource: string
  id: string
  /** What it was called then. */
  name: string
}

/** A page of a list that is counted up to a bound. */
export interface Pagination {
  page: number
  limit: number
  total: number
  /** There are more than were counted. */
  isMore?: boolean
}

/** GET /changes */
export interface ChangePage {
  changes: ChangeLine[]
  pagination: Pagination
}

/** GET /changes/{id} */
export interface ChangeDetail extends ChangeLine {
  items: ChangeItem[]
  pagination: Pagination
}

/** GET of a record's address with /history at its end. */
export interface HistoryPage {
  history: HistoryLine[]
  pagination: Pagination
}
