import type * as z from 'zod'
import type { CompleteAccess } from './access.ts'
import type { OwnAction } from './actions.ts'
import type { Column } from './columns.ts'
import type { Computed } from './computed.ts'
import type { Action, Api, Field, Icon, ListField, Need, Rule, Unique } from './declaration.ts'
import type { Inbox } from './inbox.ts'
import type { Messages } from './messages.ts'
import type { Samples } from './samples.ts'
import { capital, humanise, lowered } from './words.ts'

/** A complete and checked declaration. `Spec` documents the keys. */
export interface Resource {
  name: string
  /** Refine's identifier and the page's segment: /admin/<page>. */
  page: string
  file: string
  label: { one: string; many: string }
  recordName: readonly string[]
  title: string
  subtitle: string | undefined
  icon: Icon
  api: Api
  create: z.ZodObject
  update: z.ZodObject
  /** Schema of an answer, in the API's order: _id, the declared keys, version. */
  row: z.ZodObject
  /** Absent from the browser's build. */
  sample: Record<string, unknown>
  samples: Samples<unknown> | undefined
  /** Also where it has none: other screens show its records. */
  hasOwnPage: boolean
  hasNoPage: boolean
  computed: Readonly<Record<string, Computed>>
  columns: readonly Column[]
  fields: readonly Field[]
  line: readonly string[]
  /** The name of its component, or 'inbox'. */
  list: string | undefined
  inbox: Inbox | undefined
  /** The columns of the expanded row, or the name of its component. */
  detail: string | readonly Column[] | undefined
  tabs: Readonly<Record<string, string>>
  panels: Readonly<Record<string, string>>
  search: readonly string[]
  sorts: readonly string[]
  filters: readonly string[]
  defaultSort: string
  unique: readonly Unique[]
  rules: readonly Rule[]
  renamedFrom: Readonly<Record<string, string>>
  actions: readonly Action[]
  rowActions: readonly OwnAction[]
  listActions: readonly OwnAction[]
  needs: Readonly<Record<string, Need>>
  isFromPublic: boolean
  access: CompleteAccess
  modalWidth: number
  messages: Messages
}

/** Returns whether a list answers all records unless a page is requested. */
export function isListedWhole({ api: { envelope } }: Resource): boolean {
  return envelope === 'all' || envelope === 'plain'
}

/** The label of a path of a resource's forms and messages; a list has that of the field for its first entry. */
export function labelOf(
  { fields }: { fields: readonly Field[] },
  path: string,
): string | undefined {
  const field =
    fields.find((one) => one.path === path) ?? fields.find((one) => one.path === `${path}.0`)
  if (field) return field.label.replace(/ \(.*\)$/, '')
  const list = fields.find((one) => one.kind === 'list' && path.startsWith(`${one.path}.`))
  return list?.kind === 'list' ? labelInEntry(list, path) : undefined
}

/** 'Step 3 completion criteria', 'Phase 1 milestone 2 title'. */
function labelInEntry(list: ListField, path: string): string | undefined {
  const [, place, below] = /^(\d+)(?:\.(.*))?$/.exec(path.slice(list.path.length + 1)) ?? []
  if (place === undefined) return undefined
  const number = Number(place) + 1
  const entry = `${list.one} ${number}`
  if (below === undefined) return entry
  const label = labelOf(list, below) ?? humanise(below)
  return label.includes('{number}')
    ? capital(lowered(label.replace('{number}', String(number))))
    : `${entry} ${lowered(label)}`
}
