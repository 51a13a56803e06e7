import * as z from 'zod'
import type { Resource } from '../resource.ts'
import { explainIssues } from '../words.ts'
import type { Fault } from './fault.ts'

/** A page that would show nothing, or what nobody would see. */
export function bodyFaults(resource: Resource): Fault[] {
  const { columns, fields, list, detail, hasOwnPage } = resource
  const [tabs, panels] = [resource.tabs, resource.panels].map(Object.keys)
  if (hasOwnPage)
    return Object.entries({ columns, fields, list, detail, tabs, panels })
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
