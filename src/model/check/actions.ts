import type { OwnAction } from '../actions.ts'
import { isObject } from '../paths.ts'
import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'

/** What the API's calls and the language have for themselves. */
const TAKEN =
  'list get create update delete values export imports default new in do if for try void with this null'

/** Own actions that could be neither named nor asked for. */
export function actionFaults(resource: Resource): Fault[] {
  const { rowActions, listActions, hasOwnPage } = resource
  const all = [
    ...rowActions.map((action, index) => ({ action, at: `rowActions[${index}]` })),
    ...listActions.map((action, index) => ({ action, at: `listActions[${index}]` })),
  ]
  const names = all.map(({ action }) => action.name)
  const named = all.flatMap(({ action, at: place }, index) => {
    const at = `${place} '${action.name}'`
    const faults = [...nameFaults(action), ...wordFaults(action)]
    if (names.indexOf(action.name) < index)
      faults.push({ what: 'is the name of another action', fix: 'give each its own' })
    if (place.startsWith('list') && !action.confirm)
      faults.push({
        what: 'does something with a whole list unasked',
        fix: "write confirm: { title: 'Archive {count} messages?', text: …, yes: … }",
      })
    if (place.startsWith('list') && action.shown !== undefined)
      faults.push({ what: 'answers nothing to show', fix: 'leave out shown' })
    if (hasOwnPage)
      faults.push({
        what: 'nothing shows it, for the page is its own',
        fix: 'leave it out, or ownPage',
      })
    return faults.map((fault) => ({ at, ...fault }))
  })
  return [...named, ...insteadFaults(resource)]
}

/** Of a password that an action's link sets: the action has to be there, and to answer a link. */
function insteadFaults({ fields, rowActions }: Resource): Fault[] {
  return fields.flatMap((field) => {
    const name = field.kind === 'password' ? field.instead : undefined
    const isThere = rowActions.some((one) => one.name === name && one.shown !== undefined)
    if (name === undefined || isThere) return []
    return [
      {
        at: `fields '${field.path}'`,
        what: `instead: no row action '${name}' answers a link to show`,
        fix: 'name one with `shown`, or leave it out',
      },
    ]
  })
}

type Unplaced = Omit<Fault, 'at'>

function nameFaults({ name }: OwnAction): Unplaced[] {
  if (/^[a-z][a-zA-Z0-9]*$/.test(name) && !TAKEN.split(' ').includes(name)) return []
  return [
    {
      what: TAKEN.split(' ').includes(name)
        ? 'is taken by what every resource has, or by the language'
        : 'is no name of a function',
      fix: "write a verb like 'remind' or 'markAnswered'",
    },
  ]
}

function wordFaults({ label, done, confirm }: OwnAction): Unplaced[] {
  const empty = Object.entries({ label, done })
    .filter(([, text]) => typeof text !== 'string' || text.trim() === '')
    .map(([key]) => ({ what: `its ${key} is empty`, fix: `write what its ${key} says` }))
  return isQuestion(confirm)
    ? empty
    : [
        ...empty,
        {
          what: 'confirm is not a question',
          fix: "write confirm: { title: 'Close {name}?', text: 'What will happen.', yes: 'Close' }",
        },
      ]
}

/** A question that is there has three texts. */
function isQuestion(confirm: unknown): boolean {
  if (confirm === undefined) return true
  if (!isObject(confirm)) return false
  return ['title', 'text', 'yes'].every((key) => `${confirm[key] ?? ''}`.trim() !== '')
}
