import type * as z from 'zod'
import type { Action, Api, Column, Field, Messages } from './spec.ts'

/** A declaration completed and checked: everything behind the registry reads this and asks no questions. */
export interface Resource {
  name: string
  /** Refine's identifier and the page's segment: /admin/<page>. */
  page: string
  file: string
  label: { one: string; many: string }
  title: string
  subtitle: string | undefined
  api: Api
  create: z.ZodObject
  update: z.ZodObject
  /** What an answer holds, in the wire's order: _id, the declared keys, version. */
  row: z.ZodObject
  sample: Record<string, unknown>
  columns: readonly Column[]
  fields: readonly Field[]
  list: string | undefined
  detail: string | undefined
  search: readonly string[]
  sorts: readonly string[]
  filters: readonly string[]
  defaultSort: string
  unique: readonly { path: string; message: string }[]
  actions: readonly Action[]
  modalWidth: number
  messages: Messages
}

/** The label of a path of a resource's forms and messages; a list has that of the field for its first entry. */
export function labelOf(resource: Resource, path: string): string | undefined {
  const field =
    resource.fields.find((one) => one.path === path) ??
    resource.fields.find((one) => one.path === `${path}.0`)
  return field?.label.replace(/ \(.*\)$/, '')
}
