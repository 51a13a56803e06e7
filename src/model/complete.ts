import * as z from 'zod'
import { completeAccess } from './access.ts'
import { makeAction } from './actions.ts'
import { fieldKit } from './builders.ts'
import { checkResources } from './check/check.ts'
import { columnKit } from './columns.ts'
import { computedShape } from './computed.ts'
import type { Declaration, Field, Rule } from './declaration.ts'
import type { Inbox } from './inbox.ts'
import { messagesOf } from './messages.ts'
import type { Resource } from './resource.ts'
import { sampleFrom } from './sample.ts'

declare global {
  /** Set by the browser's build, which leaves the checks out: the declarations were checked before it. */
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

function complete(spec: Declaration): Resource {
  const page = spec.name.split('/')[0] ?? spec.name
  const [one, many] = spec.label
  const computed = spec.computed ?? {}
  let sample: Record<string, unknown> | undefined
  return {
    name: spec.name,
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
    row: z.object({
      _id: z.string(),
      ...(spec.row ?? spec.create).shape,
      ...computedShape(computed, spec.create),
      version: z.int().min(1),
    }),
    get sample() {
      sample ??= spec.sample ?? sampleFrom(spec.create)
      return sample
    },
    samples: spec.samples,
    hasOwnPage: spec.ownPage ?? spec.noPage ?? false,
    hasNoPage: spec.noPage ?? false,
    computed,
    columns: spec.columns?.(columnKit) ?? [],
    fields: headed(spec.fields?.(fieldKit) ?? []),
    line: spec.line ?? [],
    list: spec.inbox ? 'inbox' : spec.list,
    inbox: spec.inbox as Inbox | undefined,
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
