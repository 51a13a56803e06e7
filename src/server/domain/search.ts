import type { FoundGroup, SearchAnswer } from '#contract/search.ts'
import { findAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { fold, hasWords, searchWords } from '#model/search.ts'
import { nameOf } from '#model/text-of.ts'
import type { Hit, Search } from '#server/store/search.ts'
import { withNewNames } from '../store/renamed.ts'
import type { AccessRules } from './access.ts'

/** The longest line beside a name, and how much of it stands before the word that was found. */
const LINE = 90
const BEFORE = 30

/** What is found by words among all records that a role may read, the best first. */
export async function searchAll(
  {
    search,
    access,
    registry,
  }: { search: Search; access: AccessRules; registry: readonly Resource[] },
  { role, text, limit }: { role: string; text: string; limit: number },
): Promise<SearchAnswer> {
  if (searchWords(text).length === 0) return { groups: [], missing: [] }
  const resources = registry.filter((resource) => mayFind(access, role, resource))
  const { hits, missing } = await search.find(resources, text)
  const groups = resources.flatMap((resource) => {
    const { name } = resource
    const own = hits.filter((hit) => hit.resource === name)
    const ranked = own.map((hit) => rankedHit(resource, hit, text)).sort(byRank)
    const [best] = ranked
    if (!best) return []
    const group: FoundGroup = {
      resource: name,
      records: ranked.slice(0, limit).map(({ record }) => record),
      hasMore: ranked.length > limit,
    }
    return { rank: best.rank, group }
  })
  return { groups: groups.sort((a, b) => a.rank - b.rank).map(({ group }) => group), missing }
}

/** As with its list: no word leads to a record by what the role may not read of it. */
function mayFind(
  access: AccessRules,
  role: string,
  { name, search, recordName }: Resource,
): boolean {
  if (search.length === 0 || !access.mayRead(role, name)) return false
  const hidden = access.limitsOf(role, name)?.hidden ?? []
  const isHidden = (path: string) => hidden.some((key) => `${path}.`.startsWith(`${key}.`))
  return ![...search, ...recordName].some(isHidden)
}

interface Ranked {
  /** 0: the name begins with the text. 1: a word of the name does. 2: the name has it all. 3: it is elsewhere. */
  rank: number
  record: FoundGroup['records'][number]
}

function rankedHit(resource: Resource, { id, data }: Hit, text: string): Ranked {
  const row = { ...withNewNames(resource, data), _id: id, id }
  const name = nameOf(resource, row)
  const words = searchWords(text)
  const line = lineOf(
    resource,
    row,
    words.filter((word) => !hasWords(name, [word])),
  )
  return {
    rank: rankOf(fold(name), fold(text), words),
    record: { _id: id, name, ...(line && { line }) },
  }
}

function rankOf(name: string, text: string, words: readonly string[]): number {
  if (name.startsWith(text)) return 0
  if (!words.every((word) => name.includes(word))) return 3
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 1 : 2
}

function byRank(a: Ranked, b: Ranked): number {
  return a.rank - b.rank || a.record.name.localeCompare(b.record.name, 'en')
}

/** The text that holds what the name lacks of the words; of none, the first beside the name. */
function lineOf(
  { search, recordName }: Resource,
  row: Record<string, unknown>,
  words: readonly string[],
): string | undefined {
  const texts = search
    .filter((path) => !recordName.includes(path))
    .flatMap((path) => findAt(row, path))
    .flatMap(({ value }) => value)
    .filter((value): value is string => typeof value === 'string' && value.trim() !== '')
  const found = texts.find((text) => words.some((word) => hasWords(text, [word])))
  return cut(found ?? texts[0], words)
}

/** One line of a text, from where the first of the words stands in it. */
function cut(text: string | undefined, words: readonly string[]): string | undefined {
  if (text === undefined) return undefined
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= LINE) return line
  const at = Math.max(0, ...words.map((word) => fold(line).indexOf(word)))
  const from = at <= BEFORE ? 0 : line.indexOf(' ', at - BEFORE) + 1
  const rest = line.slice(from)
  const end = rest.length <= LINE ? rest.length : Math.max(rest.lastIndexOf(' ', LINE), LINE / 2)
  return `${from > 0 ? '… ' : ''}${rest.slice(0, end)}${end < rest.length ? '…' : ''}`
}
