import type { FirstRead, FirstReads } from '#admin/first/ask-ahead.ts'
import { NEEDS_PATH } from '#contract/needs.ts'
import { OVERVIEW_PATH } from '#contract/overview.ts'
import { isListedWhole, type Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'

/** Pages of their own that read all records of their resource at once, whatever their address names. */
const READ_WHOLE: readonly string[] = ['dashboards']

function firstReadsOf(registry: readonly Resource[]): FirstReads {
  const waiting = registry.filter(({ needs }) => Object.keys(needs).length > 0)
  const home: FirstRead[] = [
    { path: OVERVIEW_PATH },
    ...(waiting.length > 0 ? [{ path: NEEDS_PATH, of: waiting.map(({ name }) => name) }] : []),
  ]
  const lists = registry.flatMap((resource): [string, FirstRead[]][] => {
    const { name, page, api, hasOwnPage } = resource
    const read = { path: api.path, of: [name] }
    if (READ_WHOLE.includes(page)) return [[page, [{ ...read, withRecord: true }]]]
    if (hasOwnPage) return []
    return [[page, [{ ...read, ...(!isListedWhole(resource) && { isPaged: true }) }]]]
  })
  return Object.fromEntries([['', home], ...lists])
}

/** What each page reads first, for the script that asks for it while the code is on its way. */
export const firstReads: FirstReads = firstReadsOf(registry)
