import { cleanText } from '#model/clean-text.ts'
import type { Fillable } from './fillable.ts'

/** A head as it is compared: neither case nor what is between its words matters. */
function plain(head: string): string {
  return cleanText(head)
    .replace(/[\s_-]+/g, ' ')
    .toLowerCase()
}

/**
 * The field that each column fills, by what its head says; null where it says none. Each field is filled once: what
 * an export calls by id counts before names beside it, and of two columns of one name the first.
 */
export function matchHeads(
  headers: readonly string[],
  fillables: readonly Fillable[],
): (string | null)[] {
  const matched: (string | null)[] = headers.map(() => null)
  const filled = new Set<string>()
  for (const { headsOf, fold } of PASSES) {
    const named = new Map<string, Fillable[]>()
    for (const one of fillables)
      for (const head of new Set(headsOf(one).map(fold)))
        named.set(head, [...(named.get(head) ?? []), one])
    for (const [at, header] of headers.entries()) {
      if (matched[at] !== null || fold(header) === '') continue
      const times = named.get(fold(withoutZone(header).text)) ?? []
      const found = [
        ...(named.get(fold(header)) ?? []),
        ...times.filter(({ kind }) => kind === 'date'),
      ].find(({ path }) => !filled.has(path))
      if (!found) continue
      matched[at] = found.path
      filled.add(found.path)
    }
  }
  return matched
}

/** 'E-mail' is 'Email', and 'Active' the status, where no head says so more exactly. */
const PASSES: readonly {
  headsOf(one: Fillable): readonly string[]
  fold(head: string): string
}[] = [
  { headsOf: ({ heads }) => heads, fold: plain },
  { headsOf: ({ otherHeads }) => otherHeads, fold: plain },
  {
    headsOf: ({ heads, otherHeads, word }) => [...heads, ...otherHeads, ...(word ? [word] : [])],
    fold: (head) => plain(head).replaceAll(' ', ''),
  },
]

/** A workbook's times say in their head in which zone they are: 'Created (Europe/Vienna)'. */
export function withoutZone(header: string): { text: string; zone: string | undefined } {
  const [, text, zone] = /^(.*\S)\s*\(([^()]+)\)$/.exec(header.trim()) ?? []
  if (text === undefined || zone === undefined || !isZone(zone))
    return { text: header, zone: undefined }
  return { text, zone }
}

const zones = new Map<string, boolean>()

function isZone(zone: string): boolean {
  const known = zones.get(zone)
  if (known !== undefined) return known
  let is = true
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    is = false
  }
  if (zones.size < 1000) zones.set(zone, is)
  return is
}
