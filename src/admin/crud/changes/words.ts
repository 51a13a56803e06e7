import { withinSentence } from '#admin/format/language.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { ChangeLine, EntryAction, Via } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { lowered } from '#model/words.ts'
import { registry } from '#resources/index.ts'

const DONE: Readonly<Record<EntryAction, string>> = {
  create: 'Created the {noun} {name}',
  update: 'Updated the {noun} {name}',
  delete: 'Deleted the {noun} {name}',
  restore: 'Restored the {noun} {name}',
  erase: 'Erased the {noun} {name}',
}
const MANY: Readonly<Record<EntryAction, string>> = {
  create: 'Created {things}',
  update: 'Updated {things}',
  delete: 'Deleted {things}',
  restore: 'Restored {things}',
  erase: 'Erased {things}',
}
/** What was done to a record on its own page. */
export const HERE: Readonly<Record<EntryAction, string>> = {
  create: 'Created',
  update: 'Updated',
  delete: 'Deleted',
  restore: 'Restored',
  erase: 'Erased',
}

/** The source of a change, where it is not the console's own forms and lists. */
export const SOURCES: Partial<Record<Via, string>> = {
  undo: 'Undo',
  command: 'Command line',
  public: 'Landing page',
  import: 'Import',
  agent: 'Agent',
  token: 'API token',
  'sign-on': 'Single sign-on',
}

/** The resource that the server means; undefined of one that this console does not know. */
export function resourceNamed(name: string): Resource | undefined {
  return registry.find((one) => one.name === name)
}

/** 'Updated the mission ' and '', around the record's name. */
export function doneTo(action: EntryAction, resource: string): [before: string, after: string] {
  const noun = translateWithin(resourceNamed(resource)?.label.one ?? 'Record')
  const [before = '', after = ''] = translate(DONE[action], { noun }).split('{name}')
  return [before, after]
}

/** 'Deleted 2 missions, updated 1 user' */
export function doneToMany(counts: ChangeLine['counts']): string {
  const parts = counts.map(({ resource, action, count }) => {
    const { one, many } = resourceNamed(resource)?.label ?? { one: 'record', many: 'records' }
    const things = counted(count, `{count} ${lowered(one)}`, `{count} ${lowered(many)}`)
    return translate(MANY[action], { things })
  })
  return parts.map((part, at) => (at === 0 ? part : withinSentence(part))).join(', ')
}
