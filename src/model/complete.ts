import * as z from 'zod'
import { completeAccess } from './access.ts'
import { makeAction } from './actions.ts'
import { fieldKit } from './builders.ts'
import { checkResources } from './check/check.ts'
import { columnKit } from './columns.ts'
import { computedShape } from './computed.ts'
import type { Declaration, Field, Inbox, Rule } from './declaration.ts'
import type { Resource } from './resource.ts'
import { sampleFrom } from './samples.ts'

declare global {
  /** Set by the browser's build, which omits the checks. They ran before it. */
  var DECLARATIONS_ARE_CHECKED: boolean | undefined
}

/**
 * Completes the declarations, in their order, and checks them. Throws a DeclarationError that names file, field and
 * fix of every error.
 */
export function completeRegistry(declarations: readonly Declaration[]): readonly Resource[] {
  const resources = declarations.map(complete)
  if (!globalThis.DECLARATIONS_ARE_CHECKED) checkResources(resources, declarations)
  return resources
}

/** Fills in a declaration's defaults. */
export function complete(spec: Declaration) {
  const page = spec.name.split('/')[0] ?? spec.name
  const [one, many] = spec.label
  const computed = spec.computed ?? {}
  let sample: Record<string, unknown> | undefined
  return {
    name: spec.name,
    /** Refine's identifier and the page's segment: /admin/<page>. */
    page,
    file: `src/resources/${page}.ts`,
    label: { one, many },
    recordName: [spec.recordName ?? []].flat(),
    title: spec.title ?? many,
    subtitle: spec.subtitle,
    icon: spec.icon ?? 'square',
    api: {
      path: spec.api?.path ?? `/${spec.name}`,
      create: spec.api?.create ?? spec.api?.path ?? `/${spec.name}`,
      listKey: spec.api?.listKey ?? camel(page),
      envelope: spec.api?.envelope ?? 'pagination',
    },
    create: spec.create,
    update: spec.update ?? spec.create,
    /** Schema of a response, in the API's order: _id, the declared keys, version. */
    row: z.object({
      _id: z.string(),
      ...(spec.row ?? spec.create).shape,
      ...computedShape(computed, spec.create),
      version: z.int().min(1),
    }) as z.ZodObject,
    /** Absent from the browser's build. */
    get sample() {
      sample ??= spec.sample ?? sampleFrom(spec.create)
      return sample
    },
    samples: spec.samples,
    /** Also where it has none: other screens show its records. */
    hasOwnPage: spec.ownPage ?? spec.noPage ?? false,
    hasNoPage: spec.noPage ?? false,
    computed,
    columns: spec.columns?.(columnKit) ?? [],
    fields: headed(spec.fields?.(fieldKit) ?? []),
    line: spec.line ?? [],
    /** The name of its component, or 'inbox'. */
    list: spec.inbox ? 'inbox' : spec.list,
    inbox: spec.inbox as Inbox | undefined,
    /** The columns of the expanded row, or the name of its component. */
    detail: typeof spec.detail === 'function' ? spec.detail(columnKit) : spec.detail,
    tabs: spec.tabs ?? {},
    panels: spec.panels ?? {},
    search: spec.search ?? [],
    sorts: spec.sorts ?? [],
    filters: spec.filters ?? [],
    defaultSort: spec.defaultSort ?? '-createdAt',
    unique: spec.unique ?? [],
    rules: (spec.rules ?? []) as unknown as readonly Rule[],
    renamedFrom: (spec.renamedFrom ?? {}) as Record<string, string>,
    actions: spec.actions ?? ['create', 'edit', 'delete'],
    rowActions: spec.rowActions?.(makeAction) ?? [],
    listActions: spec.listActions?.(makeAction) ?? [],
    needs: spec.needs ?? {},
    isFromPublic: spec.fromPublic ?? false,
    access: completeAccess(spec.access),
    modalWidth: spec.modalWidth ?? 520,
    messages: messagesOf(spec),
  }
}

/** In a form with headings, a list without a group gets its own label as heading. */
function headed(fields: readonly Field[]): readonly Field[] {
  if (fields.every(({ group }) => group === undefined)) return fields
  return fields.map((field) => (field.kind === 'list' ? { group: field.label, ...field } : field))
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Merges the declaration's texts over the defaults made from its label. */
function messagesOf({
  label: [one, many],
  messages: { saveFailed, ...own } = {},
}: Declaration): Messages {
  return {
    ...defaultMessages(one, many),
    ...(saveFailed && { createFailed: saveFailed, updateFailed: saveFailed }),
    ...(own.loadFailed && { unexpected: own.loadFailed }),
    ...own,
  }
}

/** Texts of a resource's screens. Defaults come from the label; declarations override them. */
export type Messages = ReturnType<typeof defaultMessages>

function defaultMessages(one: string, many: string) {
  const noun = one.toLowerCase()
  const nouns = many.toLowerCase()
  return {
    add: `Add ${one}`,
    createTitle: `Add New ${one}`,
    editTitle: `Edit ${one}`,
    submitCreate: 'Create',
    submitUpdate: 'Update',
    empty: `No ${nouns} found`,
    /** Text of a search or filter without results; null uses `empty`. */
    noMatch: null as string | null,
    /** `loadFailedFromServer` prefers the server's own message. */
    loadFailed: `Failed to fetch ${nouns}`,
    loadFailedFromServer: true,
    /** Error for a list answer of unknown shape; null shows an empty list. */
    unexpected: `Received an unexpected data format for ${nouns}.` as string | null,
    created: `${one} created successfully.`,
    updated: `${one} updated successfully.`,
    deleted: `${one} deleted.`,
    /** `failedFromServer` prefers the server's own message to these. */
    createFailed: `Failed to create ${noun}.`,
    updateFailed: `Failed to update ${noun}.`,
    deleteFailed: `Failed to delete ${noun}`,
    failedFromServer: true,
    deleteQuestion: `Are you sure you want to delete this ${noun}?`,
    searchPlaceholder: `Search ${nouns}...`,
    /** Toast for a form with errors; null shows the messages at the fields only. */
    invalid: null as string | null,
  }
}
