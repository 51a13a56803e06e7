import { describe } from '../describe.ts'
import { isObject } from '../paths.ts'
import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'
import { oneOf } from './nearest.ts'

/** Needs that no list of the resource could show, or that say nothing. */
export function needFaults(resource: Resource): Fault[] {
  const { needs, hasOwnPage } = resource
  const badges = Object.values(needs).filter((need) => isObject(need) && need.badge !== undefined)
  return Object.entries(needs).flatMap(([name, need]) => {
    const at = `needs.${name}`
    if (!isObject(need) || !isObject(need.filters) || Object.keys(need.filters).length === 0)
      return [{ at, what: 'names no records', fix: "write filters: { status: 'new' }" }]
    const faults = Object.entries(need.filters).flatMap(([parameter, value]) =>
      filterFaults(resource, parameter, value),
    )
    if (!isWords(need.words))
      faults.push({
        what: 'lacks the words for one and for many',
        fix: "write words: ['{count} new message', '{count} new messages']",
      })
    if (badges.length > 1 && need === badges[1])
      faults.push({ what: 'is a second badge', fix: 'keep one of them: the menu has room for one' })
    if (hasOwnPage)
      faults.push({
        what: 'no list shows it, for the page is its own',
        fix: 'leave it out, or ownPage',
      })
    return faults.map((fault) => ({ at, ...fault }))
  })
}

type Unplaced = Omit<Fault, 'at'>

/** Whether the words fit the list is the contract's to say; here, whether there is such a filter and choice. */
function filterFaults({ filters, row }: Resource, parameter: string, value: unknown): Unplaced[] {
  const path = parameter.replace(/_(from|to|is)$/, '')
  const found = [parameter, path].find((one) => filters.includes(one))
  if (found === undefined)
    return [{ what: `'${path}' is no filter of the list`, fix: oneOf(path, filters) }]
  if (typeof value !== 'string')
    return [{ what: `'${parameter}' is no text`, fix: `write it as an address has it: '${value}'` }]
  const choices = describe(row, found)?.choices?.map((choice) => choice.value)
  if (parameter !== found || !choices) return []
  return value
    .split(',')
    .filter((one) => !choices.includes(one))
    .map((one) => ({ what: `'${one}' is no choice of '${found}'`, fix: oneOf(one, choices) }))
}

function isWords(words: unknown): boolean {
  return (
    Array.isArray(words) &&
    words.length === 2 &&
    words.every((text) => typeof text === 'string' && text.includes('{count}'))
  )
}
