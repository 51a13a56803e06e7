import * as z from 'zod'
import type { Resource } from '../resource.ts'
import { explainIssues } from '../words.ts'
import { actionFaults } from './actions.ts'
import { columnFaults, detailFaults } from './columns.ts'
import type { Fault } from './fault.ts'
import { fieldFaults, unfillable } from './fields.ts'
import { nameFaults } from './names.ts'
import { pathFaults, recordNameFaults, searchFaults } from './paths.ts'

/** Where a completed resource contradicts itself. */
export function resourceFaults(resource: Resource): Fault[] {
  return [
    ...nameFaults(resource),
    ...recordNameFaults(resource),
    ...resource.fields.flatMap((field, index) => fieldFaults(resource, field, index)),
    ...unfillable(resource),
    ...resource.columns.flatMap((column, index) =>
      columnFaults(resource, column, `columns[${index}]`),
    ),
    ...detailFaults(resource),
    ...bodyFaults(resource),
    ...resource.search.flatMap((path) => searchFaults(resource, path)),
    ...pathFaults(resource),
    ...actionFaults(resource),
  ]
}

function bodyFaults({ columns, fields, list, detail, hasOwnPage }: Resource): Fault[] {
  if (hasOwnPage)
    return Object.entries({ columns, fields, list, detail })
      .filter(([, value]) => value !== undefined && value.length > 0)
      .map(([at]) => ({
        at,
        what: 'nothing shows it, for the page is its own',
        fix: `leave out ${at}, or ownPage`,
      }))
  if (columns.length > 0 || list) return []
  return [
    {
      at: 'columns',
      what: 'the list shows nothing',
      fix: "write columns, or name a list body: list: 'cards'",
    },
  ]
}

/** A sample that its own schema refuses. The browser has none to check. */
export function sampleFaults(resource: Resource): Fault[] {
  const parsed = z.safeParse(resource.create, resource.sample)
  if (parsed.success) return []
  const errors = explainIssues(parsed.error.issues, resource.sample, (path) => `'${path}'`)
  return Object.entries(errors).map(([path, message]) => ({
    at: `sample.${path}`,
    what: message.replace(/\.$/, ''),
    fix: 'write a sample that the create schema accepts',
  }))
}
