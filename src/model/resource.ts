import type * as z from 'zod'
import type { OwnAction } from './actions.ts'
import type { Action, Api, Column, Field, Icon, Messages, Unique } from './declaration.ts'

/** A declaration completed and checked: everything behind the registry reads this and asks no questions. */
export interface Resource {
  name: string
  /** Refine's identifier and the page's segment: /admin/<page>. */
  page: string
  file: string
  label: { one: string; many: string }
  /** The paths whose texts together are what one record is called. */
  recordName: readonly string[]
  title: string
  subtitle: string | undefined
  icon: Icon
  api: Api
  create: z.ZodObject
  update: z.ZodObject
  /** What an answer holds, in the wire's order: _id, the declared keys, version. */
  row: z.ZodObject
  /** Empty in the browser, where the build leaves it out. */
  sample: Record<string, unknown>
  /** No screen is made from the declaration: the console has a page of its own. */
  hasOwnPage: boolean
  columns: readonly Column[]
  fields: readonly Field[]
  list: string | undefined
  /** The columns of the expanded row, or the name of its component. */
  detail: string | readonly Column[] | undefined
  search: readonly string[]
  sorts: readonly string[]
  filters: readonly string[]
  defaultSort: string
  unique: readonly Unique[]
  actions: readonly Action[]
  rowActions: readonly OwnAction[]
  listActions: readonly OwnAction[]
  /** Sent in by the public: deleted for good, dated on the phone's cards, and no admin's doing. */
  isFromPublic: boolean
  modalWidth: number
  messages: Messages
}

/** Whether a list answers all records unless pages are asked for. */
export function isListedWhole({ api: { envelope } }: Resource): boolean {
  return envelope === 'all' || envelope === 'plain'
}

/** The label of a path of a resource's forms and messages; a list has that of the field for its first entry. */
export function labelOf(resource: Resource, path: string): string | undefined {
  const field =
    resource.fields.find((one) => one.path === path) ??
    resource.fields.find((one) => one.path === `${path}.0`)
  return field?.label.replace(/ \(.*\)$/, '')
}
