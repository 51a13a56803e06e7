import type { Action, Api, Envelope, Icon, Spec } from '../declaration.ts'
import type { Messages } from '../messages.ts'
import type { Fault } from './fault.ts'
import { oneOf } from './nearest.ts'

/** Each word once, in the type's own spelling: a word more in the type is a row more here. */
const all = <Word extends string>(words: Readonly<Record<Word, true>>) => Object.keys(words)

const ICONS = /* @__PURE__ */ all<Icon>({
  people: true,
  flag: true,
  path: true,
  compass: true,
  mentor: true,
  mail: true,
  list: true,
  square: true,
})
const ACTIONS = /* @__PURE__ */ all<Action>({ create: true, edit: true, delete: true })
const ENVELOPES = /* @__PURE__ */ all<Envelope>({
  pagination: true,
  count: true,
  all: true,
  plain: true,
})
const API = /* @__PURE__ */ all<keyof Api>({
  path: true,
  create: true,
  listKey: true,
  envelope: true,
})
const MESSAGES = /* @__PURE__ */ all<keyof Messages | 'saveFailed'>({
  saveFailed: true,
  add: true,
  createTitle: true,
  editTitle: true,
  submitCreate: true,
  submitUpdate: true,
  empty: true,
  noMatch: true,
  loadFailed: true,
  loadFailedFromServer: true,
  unexpected: true,
  created: true,
  updated: true,
  deleted: true,
  createFailed: true,
  updateFailed: true,
  deleteFailed: true,
  failedFromServer: true,
  deleteQuestion: true,
  searchPlaceholder: true,
  invalid: true,
})

/** Words that a declaration chooses among a few, and that none of them is. */
export function wordFaults({ icon, actions, api, messages }: Spec): Fault[] {
  const given: [at: string, words: readonly string[], known: readonly string[]][] = [
    ['icon', icon === undefined ? [] : [icon], ICONS],
    ['actions', actions ?? [], ACTIONS],
    ['api.envelope', api?.envelope === undefined ? [] : [api.envelope], ENVELOPES],
    ['api', Object.keys(api ?? {}), API],
    ['messages', Object.keys(messages ?? {}), MESSAGES],
  ]
  return given.flatMap(([at, words, known]) =>
    words
      .filter((word) => !known.includes(word))
      .map((word) => ({
        at: `${at} '${word}'`,
        what: `there is no such ${NOUN[at] ?? 'word'}`,
        fix: oneOf(word, known),
      })),
  )
}
const NOUN: Readonly<Record<string, string>> = {
  'api.envelope': 'envelope',
  api: 'key',
  icon: 'icon',
  actions: 'action',
  messages: 'message',
}
