import type { Resource } from '../resource.ts'
import type { Fault } from './fault.ts'

/** What a resource and its addresses are called. */
export function nameFaults({ name, label, api }: Resource): Fault[] {
  const faults: Fault[] = []
  if (!/^[a-z][a-z0-9-]*(\/[a-z][a-z0-9-]*)*$/.test(name))
    faults.push({
      at: 'name',
      what: `'${name}' is not a resource name`,
      fix: "write lower-case words with dashes, like 'career-fields'",
    })
  if (!label.one.trim() || !label.many.trim())
    faults.push({
      at: 'label',
      what: 'a word is empty',
      fix: "write both numbers, like ['Tag', 'Tags']",
    })
  for (const [at, path] of [
    ['api.path', api.path],
    ['api.create', api.create],
  ] as const)
    if (!/^(\/[a-z0-9-]+)+$/.test(path))
      faults.push({ at, what: `'${path}' is not a path`, fix: "begin with a slash, like '/tags'" })
  return faults
}
