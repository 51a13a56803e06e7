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
const BECOMES: Readonly<Record<EntryAction, string>> = {
  create: 'will be deleted',
  update: 'gets its earlier values',
  delete: 'will be restored',
  restore: 'will be deleted again',
  erase: 'stays erased',
}

/** Through what a change came, for people. */
export const VIA_WORDS: Readonly<Record<Via, string>> = {
  form: 'Form',
  list: 'List',
  action: 'Action',
  restore: 'Deleted list',
  undo: 'Undo',
  command: 'Command',
  public: 'Landing page',
  import: 'Import',
  agent: 'Agent',
  token: 'Token',
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

/** What becomes of a record when an action on it is undone. */
export function becomes(action: EntryAction): string {
  return translate(BECOMES[action])
}
